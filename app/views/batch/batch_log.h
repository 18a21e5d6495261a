// The batch as the UI log describes it, at the step that is shown.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/panel/view_worker.h"
#include "app/work/derived.h"

namespace decodescope {

// Null while there is no batch.
nlohmann::ordered_json BatchJson(const AppState& state, const Derived& derived,
                                 const ViewWorker* worker);

}  // namespace decodescope
