// The view "Cost" as the UI log describes it: counted and modelled apart.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/panel/view_worker.h"
#include "app/work/derived.h"

namespace decodescope {

nlohmann::ordered_json CostJson(const AppState& state, const Derived& derived,
                                const ViewWorker* worker);

}  // namespace decodescope
