#include "app/state/plane_view_state.h"

#include <algorithm>

#include "app/state/state.h"

namespace decodescope {
namespace {

constexpr float kLeastPlaneZoom = 0.2f, kMostPlaneZoom = 50.0f;

}  // namespace

PlaneViewState InRange(PlaneViewState plane, const AppState& state) {
    const Config& config = state.recording->config();
    const int last = config.d_model - 1;
    plane.axis_x = std::clamp(plane.axis_x, 0, last);
    plane.axis_y = std::clamp(plane.axis_y, 0, last);
    if (plane.axis_x == plane.axis_y && last > 0) plane.axis_y = plane.axis_x == 0 ? 1 : 0;
    plane.zoom = std::clamp(plane.zoom, kLeastPlaneZoom, kMostPlaneZoom);
    if (plane.token && *plane.token >= config.vocabulary_size) plane.token.reset();
    return plane;
}

}  // namespace decodescope
