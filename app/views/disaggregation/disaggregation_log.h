// The hand-over as the UI log says it, while its view is shown.
#pragma once

#include <nlohmann/json.hpp>

#include "app/state/state.h"
#include "app/work/derived.h"

namespace decodescope {

nlohmann::ordered_json DisaggregationJson(const AppState& state, const Derived& derived);

}  // namespace decodescope
