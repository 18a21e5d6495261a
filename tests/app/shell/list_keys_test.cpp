#include "app/shell/list_keys.h"

#include <set>

#include "app/apply/apply.h"
#include "app/apply/branch_commands.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/list_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "app/apply/view_commands.h"
#include "tests/support/catch.h"
#include "tests/support/program_bench.h"

namespace decodescope {
namespace {

struct KeyBench : ProgramBench {
    using ProgramBench::ProgramBench;

    void Key(Key key, bool shift = false) {
        app.OnKey({.key = key, .shift = shift});
        ui.Settle();
    }

    std::string Focus() const {
        const auto& focus = app.state().ui.control_focus;
        return focus ? focus->id : "";
    }

    // Tab until an item of this list has the focus.
    void TabTo(std::string_view list, int most = 60) {
        for (int i = 0; i < most && !Focus().starts_with(list); ++i) Key(Key::Tab);
        REQUIRE(Focus().starts_with(list));
    }

    // Down until this item has the focus.
    void DownTo(std::string_view item, int most = 60) {
        for (int i = 0; i < most && Focus() != item; ++i) Key(Key::Down);
        REQUIRE(Focus() == item);
    }
};

AppState WithBranches() {
    AppState state = AbcState({0, 8});
    Execute(state, TakeCandidate{0, 2});
    Execute(state, GoToBranch{0});
    return state;
}

}  // namespace

TEST_CASE("What two branches have in common opens by a click and by keys, and folds again") {
    KeyBench bench(WithBranches(), View::Branches);
    bench.app.Do(GoTo{{1, 8}});
    bench.ui.Settle();
    const auto height = [&] {
        const Hotspot card = bench.ui.At("branches.block.K rows");
        return card.max.y - card.min.y;
    };
    const float folded = height();
    bench.ui.Click("branches.same.K rows");
    bench.ui.Settle();
    const float open = height();
    CHECK(open >= folded + 2 * 28);  // a row for each position of the prompt
    bench.TabTo("branches.same.");
    bench.DownTo("branches.same.K rows");
    bench.Key(Key::Enter);
    CHECK(height() == folded);
    bench.Key(Key::Enter);
    CHECK(height() == open);
}

TEST_CASE(
    "The mistakes are reached and chosen by keys, while the passes stay with Left and Right") {
    KeyBench bench(AbcState(), View::Mistakes);
    bench.TabTo("mistakes.choose.");
    bench.DownTo("mistakes.choose.last-prompt-twice");
    bench.Key(Key::Enter);
    CHECK(bench.app.state().ui.mistakes.mistake == Mistake::LastPromptTwice);
    bench.Key(Key::Right);
    CHECK(bench.app.state().ui.mistakes.pass == 1);
    bench.Key(Key::Up);
    CHECK(bench.Focus() != "mistakes.choose.last-prompt-twice");
    bench.Key(Key::Escape);
    CHECK(bench.Focus() == "");
}

TEST_CASE("Candidates and chips are reached from the blocks of the pass and back") {
    AppState state = AbcState({1, 8});
    state.ui.tab = "candidates";
    KeyBench bench(std::move(state));
    bench.Key(Key::Tab);
    CHECK(bench.app.state().ui.focused.has_value());
    bench.TabTo("candidates.take.");
    CHECK_FALSE(bench.app.state().ui.focused.has_value());
    bench.Key(Key::Down);
    const std::string id = bench.Focus().substr(std::string_view("candidates.take.").size());
    bench.Key(Key::Enter);
    CHECK(std::to_string(bench.app.state().recording->pass(1).selection->id) == id);

    bench.TabTo("sequence.chip.");
    bench.Key(Key::Right);
    bench.Key(Key::Right);
    CHECK(bench.Focus() == "sequence.chip.2");
    bench.Key(Key::Enter);
    CHECK(bench.app.state().ui.playhead == Playhead{1, 0});
    bench.Key(Key::Tab, true);  // back: to the last block, or the list before
    CHECK(bench.Focus() != "sequence.chip.2");
}

TEST_CASE("Tab goes through every list and comes round, in both directions") {
    for (const View view : {View::Pass, View::Branches, View::Batch, View::Mistakes, View::Cost,
                            View::Disaggregated}) {
        KeyBench bench(WithBranches(), view);
        std::set<std::string> forward, back;
        for (int i = 0; i < 40; ++i) {
            bench.Key(Key::Tab);
            forward.insert(bench.Focus());
        }
        for (int i = 0; i < 40; ++i) {
            bench.Key(Key::Tab, true);
            back.insert(bench.Focus());
        }
        CHECK(forward == back);
        CHECK(forward.size() >= 2);
    }
}

TEST_CASE("Branches and the tokens on offer are reached by keys") {
    KeyBench bench(WithBranches(), View::Branches);
    bench.TabTo("branches.show.");
    bench.Key(Key::Down);
    CHECK(bench.Focus() == "branches.show.1");
    bench.Key(Key::Enter);
    CHECK(bench.app.state().document.recipe.branch == 1);
    bench.TabTo("branches.take.");
    bench.Key(Key::Right);  // the first one is the rule's own
    bench.Key(Key::Enter);
    CHECK(bench.app.state().document.recipe.branches.size() == 3);
}

TEST_CASE("A request's prompt is reached by keys and typed into") {
    KeyBench bench(AbcState(), View::Batch);
    bench.TabTo("batch.prompt.");
    bench.Key(Key::Down);
    CHECK(bench.Focus() == "batch.prompt.1");
    bench.Key(Key::Enter);
    bench.ui.Type("B");
    bench.ui.Settle();
    CHECK(bench.app.state().ui.batch.requests[1].prompt.find('B') != std::string::npos);
    CHECK(bench.app.state().ui.batch.is_own);
}

TEST_CASE("The answers to a question are reached by keys") {
    AppState state = AbcState();
    Execute(state, SetPrompt{"A"});
    Execute(state, EndEdit{});
    Execute(state, Quit{});
    KeyBench bench(std::move(state));
    bench.Key(Key::Tab);
    CHECK(bench.Focus() == "close.save");
    bench.Key(Key::Left);
    CHECK(bench.Focus() == "close.discard");
    bench.Key(Key::Enter);
    CHECK(bench.app.state().ui.wants_to_quit);
}

TEST_CASE("An item out of sight is scrolled to") {
    AppState state = DrinksState({0, 28});
    state.ui.tab = "candidates";
    KeyBench bench(std::move(state));
    bench.ui.Resize({1600, 700});
    bench.TabTo("candidates.take.");
    for (int i = 0; i < 30; ++i) {
        bench.Key(Key::Down);
        const Hotspot spot = bench.ui.At(bench.Focus());
        CHECK(spot.min.y > 0);
        CHECK(spot.max.y < 700);
    }
}

}  // namespace decodescope
