#include "app/views/branches/branches_view_data.h"

#include "app/state/branch_view.h"
#include "core/explain/narrate.h"
#include "core/run/branches.h"

namespace decodescope {
namespace {

// The playhead in a branch that may be shorter than the one it was set in.
Playhead PlayheadIn(const Recording& recording, Playhead playhead) {
    return recording.pass_count() > 0 ? Clamp(recording, playhead) : kStart;
}

std::vector<BranchToken> TokensOf(const AppState& state, int branch, int first) {
    std::vector<BranchToken> tokens;
    const Branch& choices = state.document.recipe.branches[static_cast<size_t>(branch)];
    const Recording* recording = RecordingOfBranch(state, branch);
    const int known = recording ? recording->pass_count() : 0;
    const int last_choice = choices.empty() ? -1 : choices.back().pass;
    const Playhead now = recording ? PlayheadIn(*recording, state.ui.playhead) : kStart;
    const int cached = recording && known > 0 ? CacheLengthAt(*recording, now) : 0;
    for (int pass = first; pass < std::max(known, recording ? 0 : last_choice + 1); ++pass) {
        BranchToken token;
        token.by_hand = ChosenAt(choices, pass).has_value();
        token.id = ChosenAt(choices, pass);
        if (pass < known) {
            const std::optional<Selection>& selection = recording->pass(pass).selection;
            if (!selection) break;
            token.id = selection->id;
            const bool is_selected = now.step >= recording->StepOf(Stage::Select);
            token.is_reached = pass < now.pass || (pass == now.pass && is_selected);
            const bool is_cached = token.is_reached && recording->prompt_length() + pass < cached;
            token.state = is_cached                         ? TokenState::Cached
                          : pass == now.pass && is_selected ? TokenState::Waiting
                                                            : TokenState::Uncached;
        }
        tokens.push_back(token);
    }
    return tokens;
}

}  // namespace

std::string NameOfBranch(const AppState& state, int branch) {
    const Branch& choices = state.document.recipe.branches[static_cast<size_t>(branch)];
    if (choices.empty()) return "The rule alone";
    return QuotedToken(*state.recording, choices.back().id) + " by hand, pass " +
           std::to_string(choices.back().pass);
}

std::vector<BranchRow> BranchRowsOf(const AppState& state) {
    const Recipe& recipe = state.document.recipe;
    const std::optional<int> compared = ComparedBranch(state);
    std::vector<BranchRow> rows;
    for (int branch = 0; branch < static_cast<int>(recipe.branches.size()); ++branch) {
        const std::optional<Parting> parting = PartingOf(recipe, branch);
        BranchRow row{.branch = branch,
                      .parent_row = parting ? parting->parent : -1,
                      .first = parting ? parting->pass : 0,
                      .name = NameOfBranch(state, branch),
                      .is_present = branch == recipe.branch,
                      .is_compared = branch == compared};
        row.tokens = TokensOf(state, branch, row.first);
        if (const Recording* recording = RecordingOfBranch(state, branch)) {
            row.ending = Describe(recording->finish_reason(), recording->recipe());
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace decodescope
