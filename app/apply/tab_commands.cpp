#include <algorithm>

#include "app/apply/apply.h"

namespace decodescope {
namespace {

constexpr float kLeastPlaneZoom = 0.2f, kMostPlaneZoom = 50.0f;

}  // namespace

void KeepPlaneInRange(AppState& state) {
    PlaneLook& plane = state.ui.plane;
    const Config& config = state.recording->config();
    const int last = config.d_model - 1;
    plane.axis_x = std::clamp(plane.axis_x, 0, last);
    plane.axis_y = std::clamp(plane.axis_y, 0, last);
    if (plane.axis_x == plane.axis_y && last > 0) plane.axis_y = plane.axis_x == 0 ? 1 : 0;
    plane.zoom = std::clamp(plane.zoom, kLeastPlaneZoom, kMostPlaneZoom);
    if (plane.token && *plane.token >= config.vocabulary_size) plane.token.reset();
}

void Grant(AppState& state, const LookAtPlane& wish) {
    state.ui.plane = wish.look;
    KeepPlaneInRange(state);
}

void Grant(AppState& state, const ChooseArrow& wish) {
    const Plane plane = BuildPlane(*state.recording, {.playhead = state.ui.playhead,
                                                      .layer = state.ui.layer,
                                                      .head = state.ui.head,
                                                      .look = state.ui.plane});
    const int count = static_cast<int>(plane.embeddings.size());
    if (count == 0) return;
    const auto now = std::ranges::find_if(plane.embeddings, [&](const Plane::Arrow& arrow) {
        return arrow.token == state.ui.plane.token;
    });
    const int at = now == plane.embeddings.end() ? (wish.by > 0 ? -1 : 0)
                                                 : static_cast<int>(now - plane.embeddings.begin());
    state.ui.plane.token =
        plane.embeddings[static_cast<size_t>((at + wish.by + count) % count)].token;
}

void Grant(AppState& state, const SortCandidates& wish) { state.ui.candidate_order = wish.order; }

void Grant(AppState& state, const SearchCandidates& wish) { state.ui.candidate_search = wish.text; }

void Grant(AppState& state, const ScrollSequence& wish) {
    const auto length = static_cast<int>(SequenceAt(*state.recording, state.ui.playhead).size());
    state.ui.sequence_back =
        std::clamp(state.ui.sequence_back + wish.by, 0, std::max(0, length - 1));
}

void Grant(AppState& state, const CopyWords& wish) { state.ui.clipboard = wish.text; }

}  // namespace decodescope
