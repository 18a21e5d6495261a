// The view "Mistakes" as the UI log describes it: which mistake, unless it is to be guessed, and
// which invariants it violates.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/panel/view_worker.h"
#include "app/work/derived.h"

namespace decodescope {

nlohmann::ordered_json MistakesJson(const AppState& state, const Derived& derived,
                                    const ViewWorker* worker);

}  // namespace decodescope
