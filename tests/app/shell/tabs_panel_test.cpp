// The tabs: plane, candidates, check and transcript; and the strip whose chips light up positions.
#include "app/shell/tabs_panel.h"

#include <algorithm>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/transport.h"
#include "app/views/plane/plane_panel.h"
#include "app/views/sequence/sequence_panel.h"
#include "app/views/tabs/candidates_panel.h"
#include "app/views/tabs/check_panel.h"
#include "app/views/tabs/transcript_panel.h"
#include "app/work/derived_cache.h"
#include "app/work/work_curve.h"
#include "core/explain/transcript.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

const Area kWide{{0, 0}, {1600, 80}};
const Area kTab{{0, 0}, {360, 360}};

template <class C>
const C* FirstOf(const Commands& commands) {
    for (const Command& command : commands) {
        if (const auto* found = command.If<C>()) return found;
    }
    return nullptr;
}

void DrawPlane(const Panel& panel) { DrawPlanePanel(panel, kTab); }
void DrawCandidates(const Panel& panel) { DrawCandidatesPanel(panel, kTab); }
void DrawSequence(const Panel& panel) { DrawSequencePanel(panel, kWide); }

}  // namespace

// --- Plane
// -----------------------------------------------------------------------------------------

TEST_CASE("Each arrow of the plane has a tip to drag") {
    PanelBench bench(AbcState({0, 8}), DrawPlane);
    for (const char* name : {"plane.embedding.0", "plane.embedding.1", "plane.embedding.2"}) {
        CHECK(bench.ui.Has(name));
    }
}

TEST_CASE("Dragging an arrow's tip to the right makes its first number larger and is one edit") {
    PanelBench bench(AbcState({0, 8}), DrawPlane);
    bench.ui.DragRight("plane.embedding.2", 15);
    const auto* edit = FirstOf<SetEmbedding>(bench.commands);
    REQUIRE(edit != nullptr);
    CHECK(edit->token == 2);
    REQUIRE(edit->values.size() == 2);
    CHECK(edit->values[0] > -1.0);
    const auto* hold = FirstOf<SetViewState<PlaneViewState>>(bench.commands);
    REQUIRE(hold != nullptr);
    CHECK(hold->view.held_range == 1.0);
    CHECK(hold->view.token == 2);
    CHECK(bench.commands.back().Is<EndEdit>());
}

TEST_CASE("An embedding that was dragged is undone in one step") {
    AppState state = AbcState({0, 8});
    const Recipe before = state.document.recipe;
    for (const double x : {0.9, 0.8, 0.7}) Execute(state, SetEmbedding{0, {x, 0.1}});
    Execute(state, EndEdit{});
    CHECK(EmbeddingOf(*state.document.recipe.model, 0) == std::vector<double>{0.7, 0.1});
    Execute(state, Undo{});
    CHECK(state.document.recipe == before);
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("An embedding of another size or of no token changes nothing") {
    AppState state = AbcState();
    Execute(state, SetEmbedding{0, {1, 2, 3}});
    Execute(state, SetEmbedding{3, {1, 2}});
    Execute(state, SetEmbedding{-1, {1, 2}});
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("The keys choose an arrow and move it, each press one step to undo") {
    AppState state = AbcState();
    Execute(state, NudgeEmbedding{1, 0});
    CHECK(state.history.undo_count() == 0);  // none is chosen
    Execute(state, ChooseArrow{1});
    CHECK(state.ui.plane.token == 0);
    Execute(state, ChooseArrow{-1});
    CHECK(state.ui.plane.token == 2);
    Execute(state, NudgeEmbedding{1, 0});
    Execute(state, NudgeEmbedding{0, -1});
    const std::vector<double> moved = EmbeddingOf(*state.document.recipe.model, 2);
    CHECK(moved[0] == Approx(-0.95));
    CHECK(moved[1] == Approx(-1.05));
    CHECK(state.history.undo_count() == 2);
}

TEST_CASE("The wheel zooms the plane and a double click would show all of it again") {
    PanelBench bench(AbcState({0, 8}), DrawPlane);
    bench.ui.MoveTo("plane.picture");
    bench.ui.Scroll(1);
    const auto* look = FirstOf<SetViewState<PlaneViewState>>(bench.commands);
    REQUIRE(look != nullptr);
    CHECK(look->view.zoom > 1);
}

TEST_CASE("A larger model has two axes to choose and keeps them apart and in range") {
    PanelBench bench(DrinksState({0, 28}), DrawPlane);
    CHECK(bench.ui.Has("plane.axis_x"));
    CHECK(bench.ui.Has("plane.axis_y"));
    AppState state = DrinksState();
    Execute(state, SetViewState<PlaneViewState>{{.axis_x = 99, .axis_y = 15}});
    CHECK(state.ui.plane.axis_x == 15);
    CHECK(state.ui.plane.axis_y != 15);
    PanelBench small(AbcState(), DrawPlane);
    CHECK_FALSE(small.ui.Has("plane.axis_x"));
}

TEST_CASE("Every model has a plane at every moment and in every size of its tab") {
    for (const AppState& state :
         {AbcState(), AbcState({2, 5}), DrinksState({0, 3}), DrinksState({1, 28})}) {
        for (const ImVec2 size :
             {ImVec2{1, 1}, ImVec2{60, 40}, ImVec2{320, 180}, ImVec2{900, 200}}) {
            PanelBench bench(state, [size](const Panel& panel) {
                DrawPlanePanel(panel, {{0, 0}, size});
            });
            CHECK(bench.commands.empty());
        }
    }
}

// --- Candidates
// ------------------------------------------------------------------------------------

TEST_CASE("A click on a column's head sets its order") {
    PanelBench bench(DrinksState({0, 28}), DrawCandidates);
    bench.ui.Click("candidates.sort.logit");
    CHECK(bench.OnlyCommand<SortCandidates>().order ==
          CandidateOrder{CandidateColumn::Logit, false});
}

TEST_CASE("The search is set as it is typed, where a vocabulary is not seen at a glance") {
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

TEST_CASE("The line of a limit stands below the last candidate that it keeps") {
    AppState state = DrinksState();
    Execute(state, SetRule{{.kind = RuleKind::Sample, .top_k = 2}});
    Execute(state, GoTo{{0, state.recording->step_count() - 1}});
    PanelBench bench(state, DrawCandidates);
    const Hotspot limit = bench.ui.At("candidates.limit");
    const std::vector<Candidate>& all = bench.derived.candidates;
    CHECK(bench.ui.At("candidates." + std::to_string(all[1].id)).max.y <= limit.min.y);
    CHECK(bench.ui.At("candidates." + std::to_string(all[2].id)).min.y >= limit.max.y);
}

TEST_CASE("A tie is said once its selection is made") {
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

// --- Check
// -----------------------------------------------------------------------------------------

TEST_CASE("A click on the place of the largest difference goes there and pins it") {
    PanelBench bench(AbcState({3, 8}), [](const Panel& panel) {
        DrawCheckPanel(panel, {{0, 0}, {360, 600}});
    });
    CHECK(bench.ui.Has("check.chart"));
    CHECK_FALSE(bench.ui.Has("check.difference"));  // there is none
    const Cell place{.tensor = TensorId::Logits, .row = 3, .column = 1};
    bench.derived.checks[2].max_abs_difference = 0.25;
    bench.derived.checks[2].place = place;
    bench.ui.Settle();
    bench.ui.Click("check.difference");
    REQUIRE(bench.commands.size() == 2);
    CHECK(bench.commands[0].As<GoTo>().playhead == Playhead{2, 6});
    CHECK(bench.commands[1].As<Pin>().cell == place);
}

// --- Transcript
// ------------------------------------------------------------------------------------

TEST_CASE("The transcript is that of the step, and Copy takes all of it") {
    AppState state = AbcState({1, 2});
    PanelBench bench(state, [](const Panel& panel) { DrawTranscriptPanel(panel, kTab); });
    bench.ui.Click("transcript.copy");
    const std::string& copied = bench.OnlyCommand<CopyWords>().text;
    CHECK(copied.find(TranscriptOfStep(*state.recording, {1, 2})) != std::string::npos);
    CHECK(bench.ui.Has("transcript.text"));
}

TEST_CASE("Before the prefill the transcript tells what there is") {
    CHECK(TranscriptAt(AbcState()) == TranscriptOpening(*AbcState().recording));
}

// --- Tabs
// ------------------------------------------------------------------------------------------

TEST_CASE("All tabs stand side by side in the narrowest panel") {
    for (const float width : {320.0f, 360.0f, 500.0f}) {
        PanelBench bench(AbcState(), [width](const Panel& panel) {
            DrawTabsPanel(panel, {{0, 0}, {width, 300}}, width < 360);
        });
        const char* names[] = {"tab.plane", "tab.candidates", "tab.check", "tab.transcript"};
        for (size_t i = 1; i < std::size(names); ++i) {
            CHECK(bench.ui.At(names[i - 1]).max.x < bench.ui.At(names[i]).min.x);
        }
        CHECK(bench.ui.At(width < 360 ? "tab.recipe" : "tab.transcript").max.x <= width);
    }
}

// --- Sequence
// --------------------------------------------------------------------------------------

TEST_CASE("Pointing at a chip points at its position, and a click goes to its pass") {
    PanelBench bench(AbcState({3, 8}), DrawSequence);
    bench.ui.MoveTo("sequence.3");
    CHECK(bench.hovered_position == 3);
    bench.ui.Click("sequence.3");
    CHECK(bench.OnlyCommand<GoTo>().playhead == Playhead{2, 0});
    bench.commands.clear();
    bench.ui.Click("sequence.1");
    CHECK(bench.OnlyCommand<GoTo>().playhead == Playhead{0, 0});
}

TEST_CASE("A token that no pass processes has nowhere to go") {
    PanelBench bench(AbcState({3, 8}), DrawSequence);
    bench.ui.Click("sequence.5");
    CHECK(bench.commands.empty());
}

TEST_CASE("The wheel scrolls a long sequence, and moving the playhead shows the newest again") {
    AppState state = AbcState();
    Execute(state, SetTokens{60});
    Execute(state, GoToLast{});
    PanelBench bench(state, DrawSequence);
    const Hotspot newest = bench.ui.At("sequence.61"), before = bench.ui.At("sequence.60");
    CHECK(before.max.x < newest.min.x);
    bench.ui.MoveTo("sequence.55");
    bench.ui.Scroll(1);
    const auto* scroll = FirstOf<ScrollSequence>(bench.commands);
    REQUIRE(scroll != nullptr);
    CHECK(scroll->by > 0);
    Execute(bench.state, ScrollSequence{20});
    bench.ui.Settle();
    CHECK(bench.ui.At("sequence.61").min.x == bench.ui.At("sequence.50").min.x);  // folded together
    CHECK(bench.ui.At("sequence.40").max.x < bench.ui.At("sequence.41").min.x);
    CHECK(bench.ui.At("sequence.61").max.x < 1600 - 417 - 95);  // left of the counters
    Execute(bench.state, GoToPreviousStage{});
    CHECK(bench.state.ui.sequence_back == 0);
}

TEST_CASE("A folded chip unfolds by a click") {
    AppState state = AbcState();
    Execute(state, SetTokens{60});
    Execute(state, GoToLast{});
    PanelBench bench(state, DrawSequence);
    bench.ui.Click("sequence.10");
    Execute(bench.state, bench.OnlyCommand<ScrollSequence>());
    bench.ui.Settle();
    CHECK(bench.state.ui.sequence_back > 0);
    bench.commands.clear();
    bench.ui.Click("sequence.61");
    Execute(bench.state, bench.OnlyCommand<ScrollSequence>());
    CHECK(bench.state.ui.sequence_back == 0);
}

// --- Transport
// -------------------------------------------------------------------------------------

TEST_CASE("Loop and stop are switches of the transport in a wide window") {
    const auto check = []<class C>(const char* hotspot, C) {
        PanelBench bench(AbcState(), [](const Panel& panel) { DrawTransport(panel, kWide); });
        CHECK(bench.ui.Has("transport.speed"));
        bench.ui.Click(hotspot);
        bench.OnlyCommand<C>();
    };
    check("transport.loop", ToggleLoop{});
    check("transport.stop_at_selection", ToggleStopAtSelection{});
    PanelBench narrow(AbcState(),
                      [](const Panel& panel) {
                          DrawTransport(panel, {{0, 0}, {1024, 80}});
                      },
                      {1024, 700});
    CHECK_FALSE(narrow.ui.Has("transport.speed"));
}

}  // namespace decodescope
