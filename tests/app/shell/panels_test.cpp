#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/menu_bar.h"
#include "app/shell/message_bar.h"
#include "app/shell/tabs_panel.h"
#include "app/shell/transport.h"
#include "app/views/inspector/derivation_view.h"
#include "app/views/inspector/inspector.h"
#include "app/views/recipe/recipe_panel.h"
#include "app/views/sequence/sequence_panel.h"
#include "app/views/tabs/candidates_panel.h"
#include "app/views/tabs/check_panel.h"
#include "core/run/terms_text.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kWide{{0, 0}, {1600, 80}};
const Area kTall{{0, 0}, {360, 700}};

}  // namespace

// --- Transport
// -------------------------------------------------------------------------------------

TEST_CASE("Each button of the transport emits its one command") {
    auto check = []<class C>(const char* hotspot, C) {
        PanelBench bench(AbcState({1, 2}), [](const Panel& panel) { DrawTransport(panel, kWide); });
        bench.ui.Click(hotspot);
        INFO(hotspot);
        bench.OnlyCommand<C>();
    };
    check("transport.first", GoToFirst{});
    check("transport.previous_pass", GoToPreviousPass{});
    check("transport.previous_stage", GoToPreviousStage{});
    check("transport.next_stage", GoToNextStage{});
    check("transport.next_pass", GoToNextPass{});
    check("transport.last", GoToLast{});
    check("transport.play", TogglePlay{});
}

TEST_CASE("At the ends the transport has no command in that direction") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawTransport(panel, kWide); });
    bench.ui.Click("transport.previous_stage");
    bench.ui.Click("transport.first");
    CHECK(bench.commands.empty());
    bench.state = AbcState({3, 8});
    bench.state.ui.shows_text = true;  // after the last step comes the text, and nothing after that
    bench.ui.Click("transport.next_stage");
    CHECK(bench.commands.empty());
}

TEST_CASE("A box of the timeline is a place to go to") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawTransport(panel, kWide); });
    bench.ui.Click("transport.stage.2.4");
    CHECK(bench.OnlyCommand<GoTo>().playhead == Playhead{2, 4});
}

TEST_CASE("The boxes of a pass stand side by side and do not overlap") {
    for (const AppState& state : {AbcState({1, 0}), DrinksState({1, 5})}) {
        PanelBench bench(state, [](const Panel& panel) { DrawTransport(panel, kWide); });
        const std::string prefix = "transport.stage.1.";
        for (int step = 1; step < state.recording->step_count(); ++step) {
            const Hotspot before = bench.ui.At(prefix + std::to_string(step - 1));
            const Hotspot box = bench.ui.At(prefix + std::to_string(step));
            CHECK(before.max.x < box.min.x);
            CHECK(box.max.x <= 1600);
        }
    }
}

// --- Sequence
// --------------------------------------------------------------------------------------

TEST_CASE("The sequence has a chip for each token that the playhead has reached") {
    PanelBench bench(AbcState({1, 8}), [](const Panel& panel) { DrawSequencePanel(panel, kWide); });
    CHECK(bench.ui.Has("sequence.0"));
    CHECK(bench.ui.Has("sequence.3"));
    CHECK_FALSE(bench.ui.Has("sequence.4"));
}

TEST_CASE("A long sequence folds its oldest tokens and always shows the newest ones") {
    AppState state = AbcState();
    Execute(state, SetTokens{40});
    Execute(state, GoToLast{});
    PanelBench bench(state, [](const Panel& panel) { DrawSequencePanel(panel, kWide); });
    const Hotspot oldest = bench.ui.At("sequence.0"), next = bench.ui.At("sequence.1");
    CHECK(oldest.min.x == next.min.x);  // both are in the folded chip
    const Hotspot waiting = bench.ui.At("sequence.41"), in_pass = bench.ui.At("sequence.40");
    CHECK(in_pass.max.x < waiting.min.x);
    CHECK(waiting.max.x < 1600 - 417 - 95);  // left of the counters
}

TEST_CASE("Chips and counters never meet: a narrow strip drops the last counters") {
    for (const float width : {400.0f, 560.0f, 700.0f, 800.0f, 1024.0f, 1600.0f}) {
        INFO(width);
        PanelBench bench(AbcState({3, 8}), [width](const Panel& panel) {
            DrawSequencePanel(panel, {{0, 0}, {width, 68}});
        });
        const bool has_counters = bench.ui.Has("counter.in the cache");
        CHECK(has_counters == (width >= 560));
        if (has_counters)
            CHECK(bench.ui.At("sequence.5").max.x < bench.ui.At("counter.in the cache").min.x);
        CHECK(bench.ui.Has("counter.in the sequence") == (width >= 1024));
    }
}

// --- Recipe
// ----------------------------------------------------------------------------------------

TEST_CASE("Dragging an embedding changes it pixel by pixel and ends as one edit") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.DragRight("recipe.embedding.0.0", 20);
    REQUIRE(bench.commands.size() >= 2);
    const auto* first = bench.commands.front().If<SetParameter>();
    REQUIRE(first != nullptr);
    CHECK(first->cell == Cell{TensorId::TokenEmbedding, 0, 0, 0, 0});
    CHECK(first->number > 1.0);
    CHECK(bench.commands.back().Is<EndEdit>());
}

TEST_CASE("Typing a number, with a comma too, changes an embedding") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.Click("cell.embedding.0.0.1.1");
    bench.ui.Settle();
    bench.ui.Type("0,5");
    REQUIRE_FALSE(bench.commands.empty());
    const auto* edit = bench.commands.back().If<SetParameter>();
    REQUIRE(edit != nullptr);
    CHECK(edit->cell == Cell{TensorId::TokenEmbedding, 0, 0, 1, 1});
    CHECK(edit->number == 0.5);
    bench.ui.PressEnter();
    bench.ui.Settle();
    CHECK(bench.commands.back().Is<EndEdit>());
}

TEST_CASE("The prompt is set as it is typed") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.Click("recipe.prompt");
    bench.ui.Type(" C");
    REQUIRE_FALSE(bench.commands.empty());
    const auto* edit = bench.commands.back().If<SetPrompt>();
    REQUIRE(edit != nullptr);
    CHECK(edit->prompt.find('C') != std::string::npos);
}

TEST_CASE("A toy shows every parameter as a number, and reports the one under the mouse") {
    PanelBench bench(AbcState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    for (const char* name :
         {"recipe.prompt", "recipe.rule", "recipe.tokens", "recipe.seed", "recipe.embedding.2.1",
          "cell.query_weight.0.0.1.0", "cell.key_weight.0.0.0.0", "cell.value_weight.0.0.0.1",
          "cell.output_weight.0.0.2.1"}) {
        INFO(name);
        CHECK(bench.ui.Has(name));
    }
    bench.ui.MoveTo("cell.output_weight.0.0.2.1");
    CHECK(bench.hovered == Cell{TensorId::OutputWeight, 0, 0, 2, 1});
}

TEST_CASE("A larger model shows its shape instead of its numbers") {
    PanelBench bench(DrinksState(), [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    CHECK_FALSE(bench.ui.Has("recipe.embedding.0.0"));
    CHECK(bench.ui.Has("recipe.prompt"));
}

TEST_CASE("Sampling brings the numbers of the rule, and a seed to choose") {
    AppState state = AbcState();
    Execute(state, SetRule{{.kind = RuleKind::Sample}});
    PanelBench bench(state, [](const Panel& panel) { DrawRecipePanel(panel, kTall); });
    bench.ui.DragRight("recipe.temperature", 10);
    REQUIRE_FALSE(bench.commands.empty());
    CHECK(bench.commands.front().As<SetRule>().rule.temperature > 1.0);
}

// --- Inspector
// -------------------------------------------------------------------------------------

TEST_CASE("Of many terms the four largest are shown, and the others still add up") {
    Derivation derivation;
    for (int i = 0; i < 30; ++i) {
        const double value = i % 7 - 3.0;
        derivation.terms.push_back({.factors = {}, .value = value});
        derivation.sum += value;
    }
    const FoldedTerms folded = Fold(derivation);
    REQUIRE(folded.shown.size() == 4);
    CHECK(folded.folded_count == 26);
    double sum = folded.folded_sum;
    for (const Term& term : folded.shown) {
        CHECK(std::fabs(term.value) == 3.0);
        sum += term.value;
    }
    CHECK(sum == Approx(derivation.sum));
}

TEST_CASE("The inspector repeats the cells that a number was made from, and a click follows one") {
    const Cell h{TensorId::HeadOutput, 0, 0, 3, 0};
    PanelBench bench(AbcState({2, 8}), [](const Panel& panel) { DrawInspector(panel, kTall); });
    bench.derived = DerivedOf(bench.state, h);
    bench.ui.Settle();
    CHECK(bench.ui.Has("inspector.weights.0.0.3.0"));
    CHECK(bench.ui.Has("inspector.cached_v.0.0.3.0"));
    bench.ui.Click("inspector.weights.0.0.3.1");
    CHECK(bench.OnlyCommand<Pin>().cell == Cell{TensorId::AttentionWeights, 0, 0, 3, 1});
}

TEST_CASE("Every number of a recording can be inspected") {
    const AppState abc = AbcState({3, 8}), drinks = DrinksState({1, 28});
    for (const AppState* state : {&abc, &drinks}) {
        PanelBench bench(*state, [](const Panel& panel) { DrawInspector(panel, kTall); });
        const Recording& recording = *state->recording;
        for (int value = 0; value < kTensorCount; ++value) {
            for (int row = 0; row < 3; ++row) {
                const Cell cell{static_cast<TensorId>(value), 0, 0, row, 0};
                if (!recording.Has(cell)) continue;
                bench.derived = DerivedOf(*state, cell);
                bench.ui.Frame();
            }
        }
    }
}

// --- Tabs
// ------------------------------------------------------------------------------------------

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

TEST_CASE("A tab is chosen by its name, and the recipe is one in narrow windows") {
    bool is_narrow = false;
    PanelBench bench(AbcState(),
                     [&](const Panel& panel) { DrawTabsPanel(panel, kTall, is_narrow); });
    bench.ui.Click("tab.check");
    CHECK(bench.OnlyCommand<ChooseTab>().tab == "check");
    CHECK_FALSE(bench.ui.Has("tab.recipe"));
    is_narrow = true;
    bench.ui.Settle();
    CHECK(bench.ui.Has("tab.recipe"));
}

// --- Menu and messages
// -----------------------------------------------------------------------------

TEST_CASE("A menu opens on a click, and its items emit what their keys do") {
    PanelBench bench(AbcState(), [](const Panel& panel) {
        DrawMenuBar(panel, {{0, 0}, {1600, 36}});
    });
    bench.ui.Click("menu.view");
    bench.ui.Settle();
    bench.ui.Click("menu.view.theme");
    CHECK(bench.OnlyCommand<SetTheme>().theme == ThemeKind::Dark);
}

TEST_CASE("A message can be dismissed, and the recipe's problem stays until it is mended") {
    AppState state = AbcState();
    Execute(state, ShowMessage{"something went wrong"});
    const Area area{{300, 700}, {1200, 740}};
    PanelBench bench(state, [area](const Panel& panel) { DrawMessageBar(panel, area); });
    bench.ui.Click("message.close");
    bench.OnlyCommand<DismissMessage>();
    Execute(bench.state, DismissMessage{});
    Execute(bench.state, SetPrompt{"X"});
    bench.ui.Settle();
    CHECK(bench.ui.Has("message"));
    CHECK_FALSE(bench.ui.Has("message.close"));
}

}  // namespace decodescope
