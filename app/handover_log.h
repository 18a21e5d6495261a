// The hand-over as the UI log says it, while its view is shown.
#pragma once

#include <nlohmann/json.hpp>

#include "app/findings.h"
#include "app/state.h"

namespace decodescope {

nlohmann::ordered_json HandoverJson(const AppState& state, const Findings& findings);

}  // namespace decodescope
