// What is valid as the state of the plane (PlaneViewState, which the plane itself reads too).
#pragma once

#include "app/plane/plane.h"

namespace decodescope {

struct AppState;

// Axes and token that the recording's model has, two different axes if it has two, a usable zoom.
PlaneViewState InRange(PlaneViewState plane, const AppState& state);

}  // namespace decodescope
