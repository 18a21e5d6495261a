#include "app/apply/tab_commands.h"

#include <algorithm>

namespace decodescope {

void Apply(AppState& state, const ChooseArrow& command) {
    const Plane plane = BuildPlane(*state.recording, {.playhead = state.ui.playhead,
                                                      .layer = state.ui.layer,
                                                      .head = state.ui.head,
                                                      .view = state.ui.plane});
    const int count = static_cast<int>(plane.embeddings.size());
    if (count == 0) return;
    const auto now = std::ranges::find_if(plane.embeddings, [&](const Plane::Arrow& arrow) {
        return arrow.token == state.ui.plane.token;
    });
    const int at = now == plane.embeddings.end() ? (command.by > 0 ? -1 : 0)
                                                 : static_cast<int>(now - plane.embeddings.begin());
    state.ui.plane.token =
        plane.embeddings[static_cast<size_t>((at + command.by + count) % count)].token;
}

void Apply(AppState& state, const SortCandidates& command) {
    state.ui.candidate_order = command.order;
}

void Apply(AppState& state, const SearchCandidates& command) {
    state.ui.candidate_search = command.text;
}

void Apply(AppState& state, const ScrollSequence& command) {
    const auto length = static_cast<int>(SequenceAt(*state.recording, state.ui.playhead).size());
    state.ui.sequence_back =
        std::clamp(state.ui.sequence_back + command.by, 0, std::max(0, length - 1));
}

}  // namespace decodescope
