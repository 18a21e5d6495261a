// Numbers that are typed: all of the text or nothing, by the same limits as on the command line.
#include "app/panel/number_edit.h"

#include <cmath>
#include <limits>

#include "app/apply/file_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/views/cost/cost_view.h"
#include "app/views/disaggregation/disaggregation_view.h"
#include "app/views/recipe/recipe_panel.h"
#include "core/base/number.h"
#include "core/io/file_formats.h"
#include "core/model/parameters.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/live_bench.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

const Cell kWeight{TensorId::QueryWeight, 0, 0, 0, 1};

AppState Sampling() {
    AppState state = AbcState();
    Execute(state, SetRule{{.kind = RuleKind::Sample}});
    Execute(state, EndEdit{});
    return state;
}

// A panel in which numbers are typed and left with Enter.
struct Desk {
    Desk(AppState shown, PanelBench::DrawPanel draw) : live(std::move(shown), std::move(draw)) {
        live.ui().Settle();
    }

    void Type(const char* hotspot, const char* text) {
        live.ui().Click(hotspot);
        live.ui().Settle();
        live.ui().Type(text);
        live.ui().Settle();
        const Refusal* const refused = state().ui.refused.newest();
        while_typing = refused ? std::optional(*refused) : std::nullopt;
        live.ui().PressEnter();
        live.ui().Settle();
        message = state().ui.message;
        Execute(state(), DismissMessage{});
    }

    AppState& state() { return live.state(); }
    const Recipe& recipe() { return state().document.recipe; }
    double Weight() { return ParameterAt(*recipe().model, kWeight); }

    LiveBench live;
    std::optional<Refusal> while_typing;
    std::string message;
};

void DrawRecipe(const Panel& panel) { DrawRecipePanel(panel, {{0, 0}, {360, 1500}}); }

}  // namespace

TEST_CASE("Text that is no number is refused as a whole and nothing takes its place") {
    Desk desk(AbcState(), DrawRecipe);
    const Recipe recipe = desk.recipe();
    for (const char* text : {"0.7x", "1e999", "2,5,1", "2 5", "1/0", "--1", "0x10", "1e"}) {
        INFO(text);
        desk.Type("cell.query_weight.0.0.0.1", text);
        CHECK(desk.while_typing.has_value());
        CHECK_FALSE(desk.message.empty());
        CHECK(desk.recipe() == recipe);
        CHECK(desk.state().ui.refused.empty());
    }
    desk.Type("cell.query_weight.0.0.0.1", "1/sqrt(2)");
    CHECK(desk.message == "");
    CHECK(desk.Weight() == InverseSquareRoot(2));
    desk.Type("cell.query_weight.0.0.0.1", "0,25");
    CHECK(desk.Weight() == 0.25);
}

TEST_CASE("A weight can be NaN or infinite, as the documents say") {
    Desk desk(AbcState(), DrawRecipe);
    desk.Type("cell.query_weight.0.0.0.1", "nan");
    CHECK(std::isnan(desk.Weight()));
    desk.Type("cell.query_weight.0.0.0.1", "-inf");
    CHECK(desk.Weight() == -std::numeric_limits<double>::infinity());
    CHECK(desk.state().history.undo_count() == 2);
    CHECK(desk.message == "");
}

TEST_CASE("Text that can be used again is no longer refused") {
    Desk desk(AbcState(), DrawRecipe);
    desk.live.ui().Click("cell.query_weight.0.0.0.1");
    desk.live.ui().Settle();
    desk.live.ui().Type("0.7x");
    desk.live.ui().Settle();
    CHECK(desk.state().ui.refused.newest());
    desk.live.ui().PressKey(ImGuiKey_Backspace);
    desk.live.ui().Settle();
    CHECK(desk.state().ui.refused.empty());
    CHECK(desk.Weight() == 0.7);
}

TEST_CASE("A seed is exact from the keyboard to the file") {
    const TemporaryFolder folder;
    Desk desk(Sampling(), DrawRecipe);
    for (const char* seed : {"18446744073709551615", "9007199254740993", "0"}) {
        desk.Type("recipe.seed", seed);
        CHECK(std::to_string(desk.recipe().rule.seed) == seed);
        const std::string path = (folder.path() / (std::string(seed) + ".toml")).string();
        Execute(desk.state(), SaveAs{path});
        CHECK(OpenFile(path).rule.seed == desk.recipe().rule.seed);
    }
    const Recipe recipe = desk.recipe();
    for (const char* text : {"18446744073709551616", "-1", "1.5", "1e3", "7x", ""}) {
        INFO(text);
        if (*text == 0) continue;
        desk.Type("recipe.seed", text);
        CHECK(desk.message.find("18446744073709551615") != std::string::npos);
        CHECK(desk.recipe() == recipe);
    }
    desk.live.ui().DragRight("recipe.seed", -40);
    CHECK(desk.recipe().rule.seed == 0);
}

TEST_CASE("The window takes what the command line takes, and refuses the rest in the same words") {
    Desk desk(Sampling(), DrawRecipe);
    struct Case {
        const char* hotspot;
        const char* text;
        const char* words;  // null: it is taken
    };
    for (const auto& [hotspot, text, words] : {
             Case{"recipe.temperature", "1e50", "from 0 to 1000000"},
             Case{"recipe.temperature", "-1", "from 0 to 1000000"},
             Case{"recipe.temperature", "nan", "from 0 to 1000000"},
             Case{"recipe.temperature", "0.5", nullptr},
             Case{"recipe.top_p", "0", "above 0, up to 1"},
             Case{"recipe.top_p", "1", nullptr},
             Case{"recipe.top_k", "2.5", "whole number"},
             Case{"recipe.top_k", "99999999999", "from 0 to 2147483647"},
             Case{"recipe.min_p", "1.5", "from 0 to 1"},
             Case{"recipe.tokens", "0", "from 1 to 4096"},
             Case{"recipe.tokens", "4097", "from 1 to 4096"},
             Case{"recipe.tokens", "3", nullptr},
         }) {
        INFO(hotspot << " " << text);
        const Recipe before = desk.recipe();
        desk.Type(hotspot, text);
        CHECK(desk.message.empty() == (words == nullptr));
        if (words == nullptr) continue;
        CHECK(desk.message.find(words) != std::string::npos);
        CHECK(desk.recipe() == before);
    }
}

TEST_CASE("Numbers of the views say their limits instead of keeping silently to them") {
    const auto in = [](View view) {
        AppState state = AbcState();
        Execute(state, ChooseView{view});
        return state;
    };
    Desk disaggregated(in(View::Disaggregated), [](const Panel& panel) {
        DrawDisaggregationView(panel, {{0, 0}, {1400, 1400}});
    });
    disaggregated.Type("disaggregated.own", "0");
    CHECK(disaggregated.message.find("from 0.001 to 1000000") != std::string::npos);
    CHECK(disaggregated.state().ui.disaggregation.own_gigabytes == 1);
    disaggregated.Type("disaggregated.own", "2.5");
    CHECK(disaggregated.message == "");
    CHECK(disaggregated.state().ui.disaggregation.own_gigabytes == 2.5);

    Desk cost(in(View::Cost), [](const Panel& panel) {
        DrawCostView(panel, {{0, 0}, {1500, 1400}});
    });
    cost.Type("cost.context.number", "0");
    CHECK(cost.message.find("from 1 to 1048576") != std::string::npos);
    CHECK(cost.state().ui.cost.context == 1024);

    BatchBench batch(AbcState(), {1360, 1200});
    const int slots = batch.state().ui.batch.slots;
    for (const char* text : {"0", "99"}) {
        batch.ui().Click("batch.slots");
        batch.ApplyCommands();
        batch.Type("batch.slots", text);
        CHECK(batch.state().ui.refused.newest());
        batch.ui().PressEnter();
        batch.ApplyCommands();
        batch.ApplyCommands();
        CHECK(batch.state().ui.message.find("from 1 to 64") != std::string::npos);
        CHECK(batch.state().ui.batch.slots == slots);
        Execute(batch.state(), DismissMessage{});
    }
}

}  // namespace decodescope
