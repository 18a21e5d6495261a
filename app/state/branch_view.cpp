#include "app/state/branch_view.h"

namespace decodescope {

std::optional<int> ComparedBranch(const AppState& state) {
    const Recipe& recipe = state.document.recipe;
    const auto count = static_cast<int>(recipe.branches.size());
    if (count < 2) return std::nullopt;
    const int chosen = state.ui.compared_branch;
    if (0 <= chosen && chosen < count && chosen != recipe.branch) return chosen;
    return recipe.branch == 0 ? count - 1 : 0;
}

const std::shared_ptr<const Recording>* ComparedRecording(const AppState& state) {
    const std::optional<int> branch = ComparedBranch(state);
    if (!branch || static_cast<size_t>(*branch) >= state.branches.size()) return nullptr;
    const std::shared_ptr<const Recording>& recording =
        state.branches[static_cast<size_t>(*branch)];
    return recording ? &recording : nullptr;
}

const Recording* RecordingOfBranch(const AppState& state, int branch) {
    if (branch == state.document.recipe.branch) return state.recording.get();
    if (static_cast<size_t>(branch) >= state.branches.size()) return nullptr;
    return state.branches[static_cast<size_t>(branch)].get();
}

bool IsSameRun(const Recipe& a, const Recipe& b) {
    return a.model == b.model && a.prompt == b.prompt && a.tokens == b.tokens && a.rule == b.rule &&
           a.choices() == b.choices();
}

}  // namespace decodescope
