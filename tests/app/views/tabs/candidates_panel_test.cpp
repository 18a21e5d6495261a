#include "app/views/tabs/candidates_panel.h"

#include <algorithm>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};
const Area kTab{{0, 0}, {360, 360}};

void DrawCandidates(const Panel& panel) { DrawCandidatesPanel(panel, kTab); }

}  // namespace

TEST_CASE("Candidates are in order, and each can be pointed at") {
    PanelBench bench(DrinksState({0, 28}),
                     [](const Panel& panel) { DrawCandidatesPanel(panel, kTall); });
    const TokenId best = bench.derived.candidates[0].id, second = bench.derived.candidates[1].id;
    const Hotspot first_row = bench.ui.At("candidates." + std::to_string(best));
    const Hotspot second_row = bench.ui.At("candidates." + std::to_string(second));
    CHECK(first_row.max.y <= second_row.min.y);
}

TEST_CASE("Candidates come with the logits, not before") {
    PanelBench bench(AbcState({0, 5}),
                     [](const Panel& panel) { DrawCandidatesPanel(panel, kTall); });
    CHECK_FALSE(bench.ui.Has("candidates.0"));
    bench.state = AbcState({0, 6});
    bench.ui.Settle();
    CHECK(bench.ui.Has("candidates.0"));
}

TEST_CASE("A click on a column's head sets its order") {
    PanelBench bench(DrinksState({0, 28}), DrawCandidates);
    bench.ui.Click("candidates.sort.logit");
    CHECK(bench.OnlyCommand<SortCandidates>().order ==
          CandidateOrder{CandidateColumn::Logit, false});
}

TEST_CASE("The search is set as it is typed, and a vocabulary seen at a glance has none") {
    PanelBench bench(DrinksState({0, 28}), DrawCandidates);
    bench.ui.Click("candidates.search");
    bench.ui.Type("te");
    const auto* search = FirstOf<SearchCandidates>(bench.commands);
    REQUIRE(search != nullptr);
    CHECK(search->text.find('t') != std::string::npos);
    PanelBench small(AbcState({0, 8}), DrawCandidates);
    CHECK_FALSE(small.ui.Has("candidates.search"));
}

TEST_CASE("Only rows that are found are drawn") {
    AppState state = DrinksState({0, 28});
    Execute(state, SearchCandidates{"tea"});
    PanelBench bench(state, DrawCandidates);
    CHECK(bench.ui.Has("candidates.21"));
    CHECK_FALSE(bench.ui.Has("candidates.22"));
}

TEST_CASE("The line of a limit is below the last candidate that it keeps") {
    AppState state = DrinksState();
    Execute(state, SetRule{{.kind = RuleKind::Sample, .top_k = 2}});
    Execute(state, GoTo{{0, state.recording->step_count() - 1}});
    PanelBench bench(state, DrawCandidates);
    const Hotspot limit = bench.ui.At("candidates.limit");
    const std::vector<Candidate>& all = bench.derived.candidates;
    CHECK(bench.ui.At("candidates." + std::to_string(all[1].id)).max.y <= limit.min.y);
    CHECK(bench.ui.At("candidates." + std::to_string(all[2].id)).min.y >= limit.max.y);
}

TEST_CASE("A tie is reported once its selection is made") {
    AppState state = AbcState();
    Execute(state,
            SetPrompt{"C"});  // h = (-1, -1): the logits of A and B are equal, and C's is larger
    Execute(state, SetEmbedding{2, {0.5, 0.5}});  // now A's and B's are the largest
    Execute(state, GoTo{{0, 8}});
    PanelBench bench(state, DrawCandidates);
    CHECK(bench.ui.Has("candidates.tie"));
    Execute(bench.state, GoTo{{0, 7}});
    bench.ui.Settle();
    CHECK_FALSE(bench.ui.Has("candidates.tie"));
}

}  // namespace decodescope
