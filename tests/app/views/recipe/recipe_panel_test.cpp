#include "app/views/recipe/recipe_panel.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/view_commands.h"
#include "app/panel/edit_notice.h"
#include "app/panel/inline_edit.h"
#include "app/shell/menu_bar.h"
#include "app/shell/transport.h"
#include "app/state/parameter_tables.h"
#include "app/views/inspector/inspector.h"
#include "app/views/pass/pass_panel.h"
#include "app/views/sequence/sequence_panel.h"
#include "core/model/edit_config.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

const Area kRecipe{{0, 0}, {240, 1600}};

// A panel whose commands are applied after each frame, as in the program.
struct LiveBench {
    LiveBench(AppState shown, PanelBench::DrawPanel draw, ImVec2 size = {1600, 1600})
        : bench(std::move(shown), std::move(draw), size) {
        bench.ui.before_frame = [this] { ApplyCommands(); };
    }

    void ApplyCommands() {
        for (const Command& command : std::exchange(bench.commands, {}))
            Execute(bench.state, command);
        bench.derived = DerivedOf(bench.state, bench.state.ui.pinned);
    }

    AppState& state() { return bench.state; }
    const Model& model() { return *bench.state.document.recipe.model; }
    HeadlessUi& ui() { return bench.ui; }

    PanelBench bench;
};

LiveBench RecipeOf(AppState state) {
    return LiveBench(std::move(state), [](const Panel& panel) { DrawRecipePanel(panel, kRecipe); });
}

AppState StateOf(const Config& config, Precision precision = Precision::Float64) {
    auto model = std::make_shared<const Model>(RandomModel(config, 1, precision));
    return StateFor(ExampleRecipe(model), "");
}

// One layer with everything that there is, small enough to be shown whole.
Config SmallWithEverything() {
    Config config;
    config.vocabulary_size = 4;
    config.d_model = 4;
    config.query_heads = 2;
    config.kv_heads = 1;
    config.head_dim = 2;
    config.attention_scale = 0.5;
    config.positions = Positions::Rope;
    config.norm = NormKind::LayerNorm;
    config.mlp = MlpKind::SwiGlu;
    config.mlp_hidden = 3;
    config.residuals = true;
    config.has_output_projection = true;
    return config;
}

void SelectAllAndType(HeadlessUi& ui, std::string_view text) {
    ImGui::GetIO().KeyCtrl = true;
    ui.PressKey(ImGuiKey_A);
    ImGui::GetIO().KeyCtrl = false;
    ui.Type(text);
}

}  // namespace

// --- Tokens --------------------------------------------------------------------------------------

TEST_CASE("A click on a token opens its menu with its name, ready to be typed over") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.0");
    live.ui().Settle();
    CHECK(live.state().ui.token_menu == 0);
    CHECK(live.ui().Has("recipe.token.0.name"));
    live.ui().Type("tea");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces[0] == "tea");
    CHECK(live.state().document.recipe.prompt == "tea B");
    CHECK(live.state().history.undo_count() == 1);
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.token_menu.has_value());
    CHECK_FALSE(live.ui().Has("recipe.token.0.name"));
}

TEST_CASE("Escape in the name puts the old one back and closes the menu") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.1");
    live.ui().Settle();
    live.ui().Type("x");
    live.ui().Settle();
    REQUIRE(live.model().tokenizer.pieces[1] == "x");
    live.ui().PressKey(ImGuiKey_Escape);
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces[1] == "B");
    CHECK(live.state().history.undo_count() == 0);
    CHECK_FALSE(live.state().ui.token_menu.has_value());
}

TEST_CASE("A token is moved and removed in its menu, which goes along with it") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.2");
    live.ui().Settle();
    live.ui().Click("recipe.token.2.up");
    live.ui().Settle();
    live.ui().Click("recipe.token.1.up");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"C", "A", "B"});
    live.ui().Click("recipe.token.0.up");  // the first one: nothing
    CHECK(live.model().tokenizer.pieces[0] == "C");
    live.ui().Click("recipe.token.0.down");
    live.ui().Settle();
    live.ui().Click("recipe.token.1.remove");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"A", "B"});
    CHECK_FALSE(live.state().ui.token_menu.has_value());
}

TEST_CASE("A token is moved by its ID, dragged or typed, and its menu stays with it") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.0");
    live.ui().Settle();
    live.ui().DragRight("recipe.token.0.id", 30);
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"B", "C", "A"});
    CHECK(live.state().ui.token_menu == 2);
    CHECK(live.state().history.undo_count() == 1);
    live.ui().Click("recipe.token.2.id");
    live.ui().Settle();
    live.ui().Type("0");
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces == std::vector<std::string>{"A", "B", "C"});
    CHECK(live.state().ui.token_menu == 0);
}

TEST_CASE("A new token comes with its menu open, and a click elsewhere closes it") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.add");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces.back() == "D");
    CHECK(live.ui().Has("recipe.token.3.name"));
    live.ui().Click("recipe.tokens");
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.token_menu.has_value());
}

TEST_CASE("A refused name is said in the menu, and leaving it keeps what was there") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.token.0");
    live.ui().Settle();
    const Hotspot before = live.ui().At("recipe.token.0.up");
    live.ui().Type("B");
    live.ui().Settle();
    CHECK(live.model().tokenizer.pieces[0] == "A");
    CHECK(live.ui().At("recipe.token.0.up").min.y > before.min.y);  // the reason stands above
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.refused.has_value());
}

TEST_CASE("A large vocabulary is a list of what is in sight, and can be searched") {
    Config config = SmallWithEverything();
    config.vocabulary_size = 32000;
    LiveBench live = RecipeOf(StateOf(config, Precision::Float32));
    CHECK(live.ui().Has("recipe.token.0"));
    CHECK_FALSE(live.ui().Has("recipe.token.40"));
    live.ui().Click("recipe.token.search");
    live.ui().Type("t31999");
    live.ui().Settle();
    CHECK(live.ui().Has("recipe.token.31999"));
    CHECK_FALSE(live.ui().Has("recipe.token.0"));
    live.ui().Click("recipe.token.31999");
    live.ui().Settle();
    CHECK(live.ui().Has("recipe.token.31999.name"));

    Execute(live.state(), SearchTokens{""});
    live.ui().Click("recipe.token.add");  // at the end: the list goes there
    live.ui().Settle();
    CHECK(live.ui().Has("recipe.token.32000"));
    CHECK(live.ui().Has("recipe.token.32000.name"));
}

TEST_CASE("Tokens of a llama2.c model are looked at, not changed") {
    Model model = RandomModel(SmallWithEverything(), 2);
    model.tokenizer.pieces = {"a", "b", "ab", " "};
    model.tokenizer.kind = TokenizerKind::BytePair;
    model.tokenizer.scores = {0, 0, 0, 0};
    model.example_prompt = "ab";
    LiveBench live = RecipeOf(StateFor(ExampleRecipe(std::make_shared<const Model>(model)), ""));
    live.ui().Click("recipe.token.1");
    live.ui().Click("recipe.token.add");
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.token_menu.has_value());
    CHECK(live.state().history.size() == 0);
}

// --- Constants -----------------------------------------------------------------------------------

TEST_CASE("The scale is typed as a calculation, with a decimal comma too") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().Click("recipe.scale");
    SelectAllAndType(live.ui(), "0,25");
    live.ui().Settle();
    CHECK(live.model().config.attention_scale == 0.25);
    SelectAllAndType(live.ui(), "1/sqrt(4)");
    live.ui().Settle();
    CHECK(live.model().config.attention_scale == 0.5);
    CHECK(ScaleText(live.model()) == "1/sqrt(4)");
    live.ui().Type("/");
    live.ui().Settle();
    REQUIRE(live.state().ui.refused.has_value());
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK_FALSE(live.state().ui.refused.has_value());
    CHECK(ScaleText(live.model()) == "1/sqrt(2)");  // what cannot be used leaves nothing behind
    CHECK(live.state().history.undo_count() == 0);
    CHECK_FALSE(live.state().ui.message.empty());
}

TEST_CASE("An integer follows a slow drag, one step for some pixels") {
    LiveBench live = RecipeOf(AbcState());
    live.ui().DragRight("recipe.tokens", 43);
    live.ui().Settle();
    CHECK(live.state().document.recipe.tokens == 8);
    CHECK(live.state().history.undo_count() == 1);
}

TEST_CASE("Constants have fields where the model has a use for them, and a drag is one step") {
    LiveBench toy = RecipeOf(AbcState());
    for (const char* name : {"recipe.norm_eps", "recipe.rope_theta", "recipe.kv_heads"}) {
        CHECK_FALSE(toy.ui().Has(name));
    }
    LiveBench live = RecipeOf(StateOf(SmallWithEverything()));
    live.ui().DragRight("recipe.norm_eps", 20);
    CHECK(live.model().config.norm_eps > 1e-5);
    live.ui().DragRight("recipe.rope_theta", 20);
    CHECK(live.model().config.rope_theta > 10000);
    live.ui().Settle();
    CHECK(live.state().history.undo_count() == 2);
    CHECK(live.ui().Has("recipe.kv_heads"));
}

// --- Parameters ----------------------------------------------------------------------------------

TEST_CASE("Every number of every parameter can be edited, in a toy and in a larger model") {
    Config two_layers = SmallWithEverything();
    two_layers.layers = 2;
    two_layers.positions = Positions::Learned;
    two_layers.context_length = 16;
    for (const Config& config : {SmallWithEverything(), two_layers}) {
        LiveBench live = RecipeOf(StateOf(config));
        for (const ParameterTable& table : TablesOf(live.model())) {
            Execute(live.state(), ChooseParameters{table});
            live.ui().Settle();
            const Cell cell{table.tensor, table.layer, 0, 0, 0};
            INFO(NameOf(cell));
            REQUIRE(live.ui().Has("cell." + NameOf(cell)));
            const double before = ParameterAt(live.model(), cell);
            const int steps = live.state().history.undo_count();
            live.ui().DragRight("cell." + NameOf(cell), 8);
            live.ui().Settle();
            CHECK(ParameterAt(live.model(), cell) != before);
            CHECK(live.state().history.undo_count() == steps + 1);
        }
    }
}

TEST_CASE("Of a large table only what is in sight is drawn, and it scrolls to the last number") {
    Config config = SmallWithEverything();
    config.vocabulary_size = 32000;
    config.d_model = 64;
    LiveBench live = RecipeOf(StateOf(config, Precision::Float32));
    CHECK(live.ui().Has("cell.embedding.0.0.0.0"));
    CHECK_FALSE(live.ui().Has("cell.embedding.0.0.31999.63"));
    CHECK(live.ui().hotspots().all().size() < 200);
    live.ui().MoveTo("recipe.parameters");
    live.ui().Scroll(-1e6f);
    live.ui().Settle();
    CHECK(live.ui().Has("cell.embedding.0.0.31999.0"));
    CHECK_FALSE(live.ui().Has("cell.embedding.0.0.0.0"));
}

TEST_CASE("A list of tables names them by layer, and leaves out what the model lacks") {
    const AppState abc = AbcState();
    for (const ParameterTable& table : TablesOf(*abc.document.recipe.model)) {
        CHECK(NameOf(*abc.document.recipe.model, table).find("layer") == std::string::npos);
        CHECK(ShapeOf(*abc.document.recipe.model, table.tensor, 0).rows > 0);
    }
    const AppState drinks = DrinksState();
    const Model& model = *drinks.document.recipe.model;
    const std::vector<ParameterTable> tables = TablesOf(model);
    CHECK(NameOf(model, tables.front()) == "token embedding");
    long numbers = 0;
    for (const ParameterTable& table : tables) {
        const ParameterShape shape = ShapeOf(model, table.tensor, table.layer);
        numbers += long{shape.rows} * shape.columns;
    }
    long all = 0;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (!info.is_parameter ||
            (info.tensor == TensorId::OutputWeight && model.config.tied_output))
            continue;
        for (int layer = 0; layer < (info.per_layer ? model.config.layers : 1); ++layer) {
            const ParameterShape shape = ShapeOf(model, info.tensor, layer);
            all += long{shape.rows} * shape.columns;
        }
    }
    CHECK(numbers == all);
}

// --- In the picture ------------------------------------------------------------------------------

namespace {

LiveBench PassOf(AppState state) {
    return LiveBench(std::move(state),
                     [](const Panel& panel) {
                         DrawPassPanel(panel, {{0, 0}, {1000, 720}});
                         DrawInspector(panel, {{1000, 0}, {1360, 700}});
                         DrawInlineEdit(panel);
                     },
                     {1400, 800});
}

}  // namespace

TEST_CASE(
    "A double click on x edits the embedding that it is, Enter keeps it and Escape does not") {
    LiveBench live = PassOf(AbcState({0, 8}));
    const Cell embedding{TensorId::TokenEmbedding, 0, 0, 0, 0};
    live.ui().DoubleClick("cell.x.0.0.0.0");
    live.ui().Settle();
    REQUIRE(live.ui().Has("edit.inline"));
    live.ui().Type("0,5");
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), embedding) == 0.5);
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("edit.inline"));
    CHECK(live.state().history.undo_count() == 1);

    live.ui().DoubleClick("cell.x.0.0.0.0");
    live.ui().Settle();
    live.ui().Type("7");
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), embedding) == 7);
    live.ui().PressKey(ImGuiKey_Escape);
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), embedding) == 0.5);
    CHECK(live.state().history.size() == 1);
}

TEST_CASE(
    "A computed number is not edited, and a double click beside the numbers still fits the pass") {
    LiveBench live = PassOf(AbcState({0, 8}));
    live.ui().DoubleClick("cell.q.0.0.0.0");
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("edit.inline"));
    CHECK_FALSE(live.state().ui.camera.fits);
}

TEST_CASE("A parameter among the terms of the inspector is edited where it stands") {
    AppState state = AbcState({0, 8});
    Execute(state, Pin{Cell{TensorId::Q, 0, 0, 1, 1}});
    LiveBench live = PassOf(std::move(state));
    live.ui().Settle();
    live.ui().Click("inspector.query_weight.0.0.1.0");
    live.ui().Settle();
    REQUIRE(live.ui().Has("edit.inline"));
    live.ui().Type("2");
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), {TensorId::QueryWeight, 0, 0, 1, 0}) == 2);
    CHECK(live.ui().Has("inspector.before") ==
          (live.state().recording->At({TensorId::Q, 0, 0, 1, 1}) != 1));
}

TEST_CASE("The inspector says what a number was before the edit") {
    AppState state = AbcState({0, 8});
    Execute(state, Pin{Cell{TensorId::ResidualIn, 0, 0, 0, 0}});
    LiveBench live = PassOf(std::move(state));
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("inspector.before"));
    Execute(live.state(), SetParameter{{TensorId::TokenEmbedding, 0, 0, 0, 0}, 0.5});
    live.ui().Settle();
    CHECK(live.ui().Has("inspector.before"));
}

TEST_CASE("The picture of an edited larger model is dimmed until the new one is there") {
    AppState state = AbcState({0, 8});
    LiveBench live = PassOf(state);
    CHECK_FALSE(live.ui().Has("pass.recomputing"));
    live.state().pending = state.recording;
    live.ui().Settle();
    CHECK(live.ui().Has("pass.recomputing"));
}

// --- Flips and history ---------------------------------------------------------------------------

TEST_CASE("A flip is said once, marked on its pass and its token, and a click goes there") {
    LiveBench live(AbcState({2, 3}), [](const Panel& panel) {
        DrawSequencePanel(panel, {{0, 0}, {1400, 68}});
        DrawTransport(panel, {{0, 700}, {1400, 780}});
        DrawFlipNotice(panel, {{300, 600}, {1100, 640}});
    });
    CHECK_FALSE(live.ui().Has("edit.flipped"));
    Execute(live.state(), SetParameter{{TensorId::OutputWeight, 0, 0, 2, 1}, 3});
    live.ui().Settle();
    REQUIRE(live.ui().Has("edit.flipped"));
    CHECK(live.ui().Has("edit.flipped.pass"));
    const Hotspot mark = live.ui().At("edit.flipped.token"), chip = live.ui().At("sequence.2");
    CHECK(mark.min.x > chip.min.x);
    CHECK(mark.max.x < chip.max.x);
    CHECK(mark.max.y <= chip.min.y);
    live.ui().Click("edit.flipped");
    live.ui().Settle();
    CHECK(live.state().ui.playhead == Playhead{0, 8});
    live.ui().Click("edit.flipped.close");
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("edit.flipped"));
}

TEST_CASE("The Edit menu lists every step, and a click goes to how it was behind it") {
    AppState state = AbcState();
    for (const Command& command :
         {Command{SetPrompt{"A"}}, Command{EndEdit{}}, Command{SetTokens{2}}, Command{EndEdit{}},
          Command{SetPrompt{"C"}}, Command{EndEdit{}}}) {
        Execute(state, command);
    }
    LiveBench live(std::move(state), [](const Panel& panel) {
        DrawMenuBar(panel, {{0, 0}, {1600, 36}});
    });
    live.ui().Click("menu.edit");
    live.ui().Settle();
    live.ui().Click("menu.edit.history");
    for (int i = 0; i < 30 && !live.ui().Has("menu.edit.history.3"); ++i) live.ui().Frame();
    REQUIRE(live.ui().Has("menu.edit.history.3"));
    CHECK_FALSE(live.ui().Has("menu.edit.history.4"));
    live.ui().Click("menu.edit.history.1");
    live.ui().Settle();
    CHECK(live.state().document.recipe.prompt == "A");
    CHECK(live.state().document.recipe.tokens == 4);
    CHECK(live.state().history.redo_count() == 2);
}

}  // namespace decodescope
