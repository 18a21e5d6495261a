#include "app/apply/branch_commands.h"

#include "app/apply/edit_commands.h"
#include "app/apply/recording_commands.h"
#include "app/state/branch_view.h"
#include "core/explain/narrate.h"
#include "core/run/branches.h"

namespace decodescope {
namespace {

// One edit by itself, even if the next one has the same name.
void EditBranches(AppState& state, const std::string& name, Recipe edited) {
    Edit(state, name, std::move(edited));
    state.history.EndGesture();
}

}  // namespace

void Apply(AppState& state, const TakeCandidate& command) {
    const Recording& recording = *state.recording;
    const bool is_current = !state.pending && recording.recipe() == state.document.recipe;
    if (!is_current || command.pass < 0 || command.pass >= recording.pass_count()) return;
    if (command.id < 0 || command.id >= recording.config().vocabulary_size) return;
    const std::optional<Selection>& selection = recording.pass(command.pass).selection;
    std::optional<TokenId> rules_own;
    if (selection) rules_own = selection->by_hand ? selection->instead_of : selection->id;
    EditBranches(state, "take " + QuotedToken(recording, command.id) + " by hand",
                 WithChoice(state.document.recipe, command.pass, command.id, rules_own));
}

void Apply(AppState& state, const GoToBranch& command) {
    EditBranches(state, "go to branch " + std::to_string(command.branch),
                 OnBranch(state.document.recipe, command.branch));
}

void Apply(AppState& state, const RemoveBranch& command) {
    EditBranches(state, "remove branch " + std::to_string(command.branch),
                 WithoutBranch(state.document.recipe, command.branch));
}

void Apply(AppState& state, const CompareBranch& command) {
    state.ui.compared_branch = command.branch;
    RecordBranches(state);
}

void Apply(AppState& state, const AddBranchPasses& command) {
    if (command.edition != state.branches_edition) return;
    if (const std::shared_ptr<const Recording>* compared = ComparedRecording(state)) {
        const int branch = *ComparedBranch(state);
        state.branches[static_cast<size_t>(branch)] = Longer(**compared, command.passes);
    }
}

}  // namespace decodescope
