// Tokens taken by hand, and the branches that they make.
#include "app/apply/apply.h"
#include "app/state/branch_view.h"
#include "app/work/recorder.h"
#include "core/explain/narrate.h"
#include "core/run/branches.h"

namespace decodescope {
namespace {

// One edit, however the next one is called.
void EditBranches(AppState& state, const std::string& name, Recipe edited) {
    Edit(state, name, std::move(edited));
    state.history.EndGesture();
}

}  // namespace

void Grant(AppState& state, const TakeCandidate& wish) {
    const Recording& recording = *state.recording;
    const bool is_current = !state.pending && recording.recipe() == state.document.recipe;
    if (!is_current || wish.pass < 0 || wish.pass >= recording.pass_count()) return;
    if (wish.id < 0 || wish.id >= recording.config().vocabulary_size) return;
    const std::optional<Selection>& selection = recording.pass(wish.pass).selection;
    std::optional<TokenId> rules_own;
    if (selection) rules_own = selection->by_hand ? selection->instead_of : selection->id;
    EditBranches(state, "take " + QuotedToken(recording, wish.id) + " by hand",
                 WithChoice(state.document.recipe, wish.pass, wish.id, rules_own));
}

void Grant(AppState& state, const GoToBranch& wish) {
    EditBranches(state, "go to branch " + std::to_string(wish.branch),
                 OnBranch(state.document.recipe, wish.branch));
}

void Grant(AppState& state, const RemoveBranch& wish) {
    EditBranches(state, "remove branch " + std::to_string(wish.branch),
                 WithoutBranch(state.document.recipe, wish.branch));
}

void Grant(AppState& state, const CompareBranch& wish) {
    state.ui.compared_branch = wish.branch;
    RecordBranches(state);
}

void Grant(AppState& state, const AddBranchPasses& wish) {
    if (wish.edition != state.branches_edition) return;
    if (const std::shared_ptr<const Recording>* compared = ComparedRecording(state)) {
        const int branch = *ComparedBranch(state);
        state.branches[static_cast<size_t>(branch)] = Longer(**compared, wish.passes);
    }
}

}  // namespace decodescope
