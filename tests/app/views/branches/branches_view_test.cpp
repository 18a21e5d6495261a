// Tokens taken by hand, in the window: the candidates' list, the tree, two branches side by side.
#include "app/views/branches/branches_view.h"

#include "app/apply/apply.h"
#include "app/apply/branch_commands.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/app.h"
#include "app/state/branch_view.h"
#include "app/views/branches/branches_view_data.h"
#include "app/views/tabs/candidates_panel.h"
#include "core/run/branches.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

Playhead SelectOf(const AppState& state, int pass) {
    return {pass, state.recording->StepOf(Stage::Select)};
}

// Drinks at the selection after "Today I drink", with the branches "tea" and "water" beside the
// rule's own.
AppState Parted() {
    AppState state = DrinksState(kStart);
    Execute(state, SetPrompt{"Today I drink"});
    Execute(state, SetTokens{5});
    Execute(state, GoTo{SelectOf(state, 0)});
    const TokenId own = state.recording->pass(0).selection->id;
    for (const TokenId id : {21, 23}) {  // tea, water
        if (id != own) Execute(state, TakeCandidate{0, id});
    }
    Execute(state, ChooseView{View::Branches});
    return state;
}

TEST_CASE("A click on a candidate at a selection takes it by hand, and undo takes that back") {
    AppState state = AbcState(kStart);
    Execute(state, GoTo{SelectOf(state, 0)});
    PanelBench bench(state, [](const Panel& panel) {
        DrawCandidatesPanel(panel, {{0, 0}, {360, 400}});
    });
    bench.ui.Click("candidates.take.2");
    CHECK(bench.OnlyCommand<TakeCandidate>().id == 2);

    const auto before = state.recording;
    Execute(state, TakeCandidate{0, 2});
    CHECK(state.recording->pass(0).selection->id == 2);
    CHECK(state.recording->pass(0).selection->by_hand);
    CHECK(state.ui.playhead == SelectOf(state, 0));
    CHECK(state.recording->pass(0).kept.lasting() ==
          before->pass(0).kept.lasting());  // shared, not computed again
    CHECK(state.history.undo_name() == "take C by hand");
    Execute(state, Undo{});
    CHECK(state.recording->ids() == before->ids());
    Execute(state, Redo{});
    CHECK(state.recording->pass(1).tokens == std::vector<TokenId>{2});
}

TEST_CASE("Before the selection, and on the selected row, a click takes nothing") {
    AppState state = AbcState(kStart);
    Execute(state, GoTo{{0, state.recording->StepOf(Stage::Logits)}});
    PanelBench early(state, [](const Panel& panel) {
        DrawCandidatesPanel(panel, {{0, 0}, {360, 400}});
    });
    CHECK_FALSE(early.ui.Has("candidates.take.2"));
    Execute(state, GoTo{SelectOf(state, 0)});
    PanelBench bench(state, [](const Panel& panel) {
        DrawCandidatesPanel(panel, {{0, 0}, {360, 400}});
    });
    bench.ui.Click("candidates.take.0");
    CHECK(bench.commands.empty());
}

TEST_CASE("A draw is shown on the cumulative bar") {
    AppState state = DrinksState(kStart);
    Execute(state, SetPrompt{"Today I drink tea with"});
    Execute(state, SetRule{{.kind = RuleKind::Sample, .seed = 3}});
    Execute(state, GoTo{SelectOf(state, 0)});
    PanelBench bench(state, [](const Panel& panel) {
        DrawCandidatesPanel(panel, {{0, 0}, {360, 400}});
    });
    CHECK(bench.ui.Has("candidates.draw"));
    const std::vector<Interval>& stretches = bench.derived.intervals;
    const Selection& selection = *state.recording->pass(0).selection;
    CHECK(SampleFrom(*selection.drawn, stretches) == selection.id);
    Execute(state, SetRule{{}});
    PanelBench greedy(state, [](const Panel& panel) {
        DrawCandidatesPanel(panel, {{0, 0}, {360, 400}});
    });
    CHECK_FALSE(greedy.ui.Has("candidates.draw"));
}

TEST_CASE("The tree has a row for each branch, from the pass where it diverges") {
    const AppState state = Parted();
    const Recipe& recipe = state.document.recipe;
    const std::vector<BranchRow> rows = BranchRowsOf(state);
    REQUIRE(rows.size() == recipe.branches.size());
    REQUIRE(rows.size() >= 2);
    for (const BranchRow& row : rows) {
        const Recipe branch = OnBranch(recipe, row.branch);
        const Recording alone = Record(branch);
        REQUIRE(static_cast<int>(row.tokens.size()) == alone.pass_count() - row.first);
        for (size_t i = 0; i < row.tokens.size(); ++i) {
            const int pass = row.first + static_cast<int>(i);
            CHECK(row.tokens[i].id == alone.pass(pass).selection->id);
            CHECK(row.tokens[i].by_hand == alone.pass(pass).selection->by_hand);
        }
        CHECK(row.is_present == (row.branch == recipe.branch));
    }
    CHECK(rows[1].tokens.front().by_hand);
    CHECK(rows[0].name == "The rule alone");
}

TEST_CASE("At the playhead one token of a branch waits, and those before it are cached") {
    AppState state = Parted();
    Execute(state, GoTo{SelectOf(state, 2)});
    for (const BranchRow& row : BranchRowsOf(state)) {
        for (size_t i = 0; i < row.tokens.size(); ++i) {
            const int pass = row.first + static_cast<int>(i);
            const TokenState expected = pass < 2    ? TokenState::Cached
                                        : pass == 2 ? TokenState::Waiting
                                                    : TokenState::Uncached;
            CHECK(row.tokens[i].state == expected);
            CHECK(row.tokens[i].is_reached == (pass <= 2));
        }
    }
}

TEST_CASE("Two branches are shown side by side, and any other can take the place of one") {
    AppState state = Parted();
    const auto draw = [](const Panel& panel) { DrawBranchesView(panel, {{0, 0}, {1360, 780}}); };
    Execute(state, GoTo{SelectOf(state, 1)});
    PanelBench bench(state, draw, {1360, 780});
    CHECK(bench.ui.Has("left.text"));
    CHECK(bench.ui.Has("right.text"));
    const int own = state.document.recipe.branch;
    const int other = own == 0 ? 1 : 0;
    bench.ui.Click("branches.show." + std::to_string(other));
    CHECK(bench.OnlyCommand<GoToBranch>().branch == other);
    bench.commands.clear();
    bench.ui.Click("branches.remove." + std::to_string(std::max(own, 1)));
    CHECK(bench.OnlyCommand<RemoveBranch>().branch == std::max(own, 1));

    Execute(state, GoToBranch{other});
    CHECK(state.document.recipe.branch == other);
    CHECK(ComparedBranch(state) != other);
    Execute(state, CompareBranch{own});
    CHECK(ComparedBranch(state) == own);
    CHECK(ComparedRecording(state)->get()->ids() ==
          Record(OnBranch(state.document.recipe, own)).ids());
}

TEST_CASE("Other branches are decoded only while they are looked at") {
    AppState state = Parted();
    Execute(state, ChooseView{View::Pass});
    Execute(state, SetPrompt{"Yesterday I drank"});  // nothing is known of them any more
    const int other = state.document.recipe.branch == 0 ? 1 : 0;
    CHECK(RecordingOfBranch(state, other) == nullptr);
    Execute(state, ChooseView{View::Branches});
    REQUIRE(RecordingOfBranch(state, other) != nullptr);
    CHECK(RecordingOfBranch(state, other)->ids() ==
          Record(OnBranch(state.document.recipe, other)).ids());
}

TEST_CASE("At a selection the view offers other tokens") {
    AppState state = AbcState(kStart);
    Execute(state, ChooseView{View::Branches});
    const auto draw = [](const Panel& panel) { DrawBranchesView(panel, {{0, 0}, {1000, 600}}); };
    PanelBench start(state, draw, {1000, 600});
    CHECK_FALSE(start.ui.Has("branches.take.1"));
    Execute(state, GoTo{SelectOf(state, 1)});
    PanelBench bench(state, draw, {1000, 600});
    bench.ui.Click("branches.take.2");
    CHECK(bench.OnlyCommand<TakeCandidate>().pass == 1);
}

TEST_CASE("Choices follow a token that is moved or removed in the vocabulary") {
    AppState state = AbcState(kStart);
    Execute(state, SetPrompt{"A"});
    Execute(state, TakeCandidate{0, 2});
    Execute(state, TakeCandidate{1, 1});
    const Recipe& recipe = state.document.recipe;
    REQUIRE(recipe.choices().size() == 2);
    Execute(state, MoveToken{2, 0});  // C A B
    CHECK(recipe.choices() == Branch{{0, 0}, {1, 2}});
    CHECK(state.recording->pass(0).selection->id == 0);
    Execute(state, RemoveToken{2});  // C A: the choice of B is gone
    CHECK(recipe.choices() == Branch{{0, 0}});
    CHECK(state.recording->recipe() == recipe);
}

TEST_CASE("After the end of the run comes its text, as a last step of its own") {
    AppState state = AbcState(kStart);
    Execute(state, GoToLast{});
    CHECK_FALSE(state.ui.shows_text);
    Execute(state, GoToNextStage{});
    CHECK(state.ui.shows_text);
    CHECK(state.ui.playhead == Last(*state.recording));
    Execute(state, GoToNextStage{});
    CHECK(state.ui.shows_text);
    Execute(state, GoToPreviousStage{});
    CHECK_FALSE(state.ui.shows_text);
    CHECK(state.ui.playhead == Last(*state.recording));
    Execute(state, ShowText{});
    CHECK(state.ui.shows_text);
    Execute(state, GoTo{{0, 2}});
    CHECK_FALSE(state.ui.shows_text);
}

}  // namespace
}  // namespace decodescope
