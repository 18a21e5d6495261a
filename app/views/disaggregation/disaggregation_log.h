// The view "Disaggregated" as the UI log describes it. The keys keep the names that scripts know.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/panel/view_worker.h"
#include "app/work/derived.h"

namespace decodescope {

nlohmann::ordered_json DisaggregationJson(const AppState& state, const Derived& derived,
                                          const ViewWorker* worker);

}  // namespace decodescope
