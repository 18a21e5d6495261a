#include "app/apply/model_commands.h"

#include <cmath>
#include <filesystem>
#include <random>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/state/changes.h"
#include "app/state/command.h"
#include "app/state/parameter_tables.h"
#include "core/io/file_formats.h"
#include "core/io/recipe_writer.h"
#include "core/model/edit_config.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/model_equal.h"
#include "tests/support/random_model.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

const Model& ModelOf(const AppState& state) { return *state.document.recipe.model; }

void ApplyAll(AppState& state, std::initializer_list<Command> commands) {
    for (const Command& command : commands) Execute(state, command);
}

std::vector<std::string> PiecesOf(const AppState& state) { return ModelOf(state).tokenizer.pieces; }

using Names = std::vector<std::string>;

}  // namespace

// --- Vocabulary

TEST_CASE("A token is added as one named step, and its menu opens to give it a name") {
    AppState state = AbcState({2, 3});
    const std::vector<TokenId> ids = state.recording->ids();
    Execute(state, AddToken{});
    CHECK(PiecesOf(state) == Names{"A", "B", "C", "D"});
    CHECK(state.recording->ids() == ids);
    CHECK(state.ui.playhead == Playhead{2, 3});
    CHECK(state.ui.token_menu == 3);
    CHECK(state.history.undo_name() == "add token D");
    ApplyAll(state, {RenameToken{3, "tea"}, EndEdit{}});
    CHECK(PiecesOf(state)[3] == "tea");
    CHECK(state.history.undo_count() == 2);
    ApplyAll(state, {Undo{}, Undo{}});
    CHECK(state.ui.token_menu == std::nullopt);
    CHECK(state.document.recipe == state.document.saved);
}

TEST_CASE("A renamed token is renamed in the prompt, and typing its name is one step") {
    AppState state = AbcState();
    ApplyAll(state, {RenameToken{0, "t"}, RenameToken{0, "te"}, RenameToken{0, "tea"}, EndEdit{}});
    CHECK(state.document.recipe.prompt == "tea B");
    CHECK(state.ui.refused.empty());
    CHECK(state.history.undo_count() == 1);
    CHECK(state.history.undo_name() == "rename A to tea");
    CHECK_FALSE(FlipOf(state).has_value());
    Execute(state, Undo{});
    CHECK(state.document.recipe.prompt == "A B");
}

TEST_CASE("An invalid name is refused at its field until something else is typed") {
    AppState state = AbcState();
    const ModelPtr model = state.document.recipe.model;
    Execute(state, RenameToken{0, ""});
    REQUIRE(state.ui.refused.newest());
    CHECK(state.ui.refused.newest()->field == "recipe.token.0");
    Execute(state, RenameToken{0, "B"});
    CHECK(state.ui.refused.newest()->why.find("already exists") != std::string::npos);
    CHECK(state.document.recipe.model == model);
    CHECK(state.history.undo_count() == 0);
    Execute(state, RenameToken{0, "BB"});
    CHECK(state.ui.refused.empty());
    ApplyAll(state, {RenameToken{0, "B"}, EndEdit{}});
    CHECK(state.ui.refused.empty());  // the field was left, and has what it had before
    CHECK(PiecesOf(state)[0] == "A");
    CHECK(state.history.undo_count() == 0);
    CHECK(state.ui.message.find("already exists") != std::string::npos);
}

TEST_CASE("Typing a name back to what it was leaves no step in the history") {
    AppState state = AbcState();
    ApplyAll(state, {RenameToken{0, "x"}, RenameToken{0, "A"}, EndEdit{}});
    CHECK(state.history.undo_count() == 0);
    CHECK(state.document.recipe == state.document.saved);
}

TEST_CASE("A token that the prompt needs cannot be removed, and the reason is said") {
    AppState state = AbcState();
    Execute(state, RemoveToken{1});
    CHECK(PiecesOf(state) == Names{"A", "B", "C"});
    CHECK(state.document.recipe == state.document.saved);
    REQUIRE(state.ui.refused.newest());
    CHECK(state.ui.refused.newest()->field == "recipe.token.1");
    CHECK(state.ui.refused.newest()->why.find("the prompt needs B") != std::string::npos);
    ApplyAll(state, {SetPrompt{"A C"}, EndEdit{}, RemoveToken{1}});
    CHECK(PiecesOf(state) == Names{"A", "C"});
    CHECK(state.ui.refused.empty());
    CHECK(state.history.undo_name() == "remove token B");
    ApplyAll(state, {Undo{}, Undo{}});
    CHECK(state.document.recipe == state.document.saved);
}

TEST_CASE("The last token stays") {
    AppState state = AbcState();
    ApplyAll(state, {SetPrompt{"A"}, RemoveToken{2}, RemoveToken{1}, RemoveToken{0}});
    CHECK(PiecesOf(state) == Names{"A"});
    REQUIRE(state.ui.refused.newest());
    CHECK(state.ui.refused.newest()->why.find("last token") != std::string::npos);
}

TEST_CASE("A moved token takes its menu along, and nothing flips") {
    AppState state = AbcState();
    ApplyAll(state, {ShowTokenMenu{2}, MoveToken{2, 1}});
    CHECK(PiecesOf(state) == Names{"A", "C", "B"});
    CHECK(state.ui.token_menu == 1);
    CHECK(state.history.undo_name() == "move token C to ID 1");
    CHECK_FALSE(FlipOf(state).has_value());
    ApplyAll(state, {EndEdit{}, MoveToken{1, -5}});  // brought into range
    CHECK(PiecesOf(state) == Names{"C", "A", "B"});
    Execute(state, MoveToken{0, 0});
    CHECK(state.history.undo_count() == 2);
}

TEST_CASE("Dragging a token over several IDs is one step, and none if it comes back to its place") {
    AppState state = AbcState();
    ApplyAll(state, {MoveToken{0, 1}, MoveToken{1, 2}, EndEdit{}});
    CHECK(PiecesOf(state) == Names{"B", "C", "A"});
    CHECK(state.history.undo_count() == 1);
    CHECK(state.history.undo_name() == "move token A to ID 2");
    ApplyAll(state, {MoveToken{0, 1}, MoveToken{1, 0}, EndEdit{}});
    CHECK(state.history.undo_count() == 1);
    Execute(state, Undo{});
    CHECK(state.document.recipe == state.document.saved);
}

TEST_CASE("Escape closes a token's menu before it unpins") {
    AppState state = AbcState({0, 8});
    ApplyAll(state, {Pin{Cell{TensorId::ResidualIn, 0, 0, 0, 0}}, ShowTokenMenu{1}, Escape{}});
    CHECK_FALSE(state.ui.token_menu.has_value());
    CHECK(state.ui.pinned.has_value());
    ApplyAll(state, {ShowTokenMenu{99}, ShowTokenMenu{-1}});
    CHECK_FALSE(state.ui.token_menu.has_value());
}

// --- Constants

TEST_CASE("The scale is a number or a small calculation, and anything else leaves it as it was") {
    AppState state = AbcState();
    Execute(state, SetAttentionScale{"1/2"});
    CHECK(ModelOf(state).config.attention_scale == 0.5);
    CHECK(ScaleText(ModelOf(state)) == "1/2");
    Execute(state, SetAttentionScale{"1/"});
    REQUIRE(state.ui.refused.newest());
    CHECK(state.ui.refused.newest()->field == "recipe.scale");
    CHECK(ModelOf(state).config.attention_scale == 0.5);
    ApplyAll(state, {SetAttentionScale{"1/√2"}, EndEdit{}});
    CHECK(state.ui.refused.empty());
    CHECK(state.history.undo_count() == 1);
    CHECK(state.history.undo_name() == "change attention scale");
    Execute(state, SetAttentionScale{"1/√2"});
    CHECK(state.history.undo_count() == 1);
}

TEST_CASE("Typing that ends in an unusable scale is undone from its first key on") {
    AppState state = AbcState();
    const Recipe before = state.document.recipe;
    for (const char* typed : {"1", "1/", "1/s", "1/sqrt(0)"})
        Execute(state, SetAttentionScale{typed});
    CHECK(ModelOf(state).config.attention_scale == 1.0);
    Execute(state, EndEdit{});
    CHECK(state.document.recipe == before);
    CHECK(state.history.undo_count() == 0);
    CHECK_FALSE(state.ui.message.empty());
}

TEST_CASE("KV heads of a real shape change in both directions, and back by undo") {
    AppState state = DrinksState();
    const int heads = ModelOf(state).config.query_heads;
    REQUIRE(heads > 1);
    ApplyAll(state, {SetKvHeads{1}, SetKvHeads{heads}});
    CHECK(ModelOf(state).config.kv_heads == heads);
    CHECK(state.recording->config().kv_heads == heads);
    Execute(state, SetKvHeads{heads + 1});
    CHECK(state.ui.refused.newest()->field == "recipe.kv_heads");
    ApplyAll(state, {GoToHistory{0}});
    CHECK(state.document.recipe == state.document.saved);
}

// --- History

// --- In the picture

TEST_CASE("An inline edit that is cancelled leaves no trace") {
    AppState state = AbcState();
    const Cell cell{TensorId::TokenEmbedding, 0, 0, 0, 0};
    ApplyAll(state, {BeginInlineEdit{cell, "cell.x"}, SetParameter{cell, 3}, SetParameter{cell, 31},
                     EndInlineEdit{.keep = false}});
    CHECK(state.document.recipe == state.document.saved);
    CHECK(state.history.size() == 0);
    ApplyAll(state,
             {BeginInlineEdit{cell, "cell.x"}, SetParameter{cell, 3}, EndInlineEdit{.keep = true}});
    CHECK(state.history.undo_count() == 1);
    CHECK_FALSE(state.ui.inline_edit.has_value());
    Execute(state, BeginInlineEdit{{TensorId::TokenEmbedding, 0, 0, 99, 0}, "cell.x"});
    CHECK_FALSE(state.ui.inline_edit.has_value());
}

// --- A new document

TEST_CASE("A new document is a small model that no file holds, ready to be edited") {
    AppState state = DrinksState({1, 2});
    state.preferences.scale = 2;
    Execute(state, NewDocument{});
    CHECK(state.document.path.empty());
    CHECK_FALSE(state.document.unsaved());
    CHECK(state.history.size() == 0);
    CHECK(state.ui.playhead == kStart);
    CHECK(state.preferences.scale == 2);
    CHECK(state.recording->pass_count() == 4);
    Execute(state, Save{});
    CHECK(state.ui.browser.field == PathField::SaveAs);
}

// --- Laws

namespace {

// Any edit, sensible or not.
Command RandomEdit(const AppState& state, std::mt19937_64& random) {
    const Model& model = ModelOf(state);
    const auto below = [&](int limit) {
        return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
    };
    const int size = model.config.vocabulary_size;
    const TokenId token = below(size + 2) - 1;
    const char* const names[] = {"A", "B", "tea", "", "é", "1/sqrt(2)"};
    const double temperatures[] = {1, 0.5, 1e50, std::nan("")};
    const char* const scales[] = {"1/sqrt(2)", "0.5", "1/", "√3", "-2", "", "1/0"};
    const std::vector<ParameterTable> tables = TablesOf(model);
    const ParameterTable& table =
        tables[static_cast<size_t>(below(static_cast<int>(tables.size())))];
    const ParameterShape shape = ShapeOf(model, table.tensor, table.layer);
    const Cell cell{table.tensor, table.layer, 0, below(shape.rows), below(shape.columns)};
    switch (below(18)) {
        case 0: return AddToken{};
        case 1: return RenameToken{token, names[below(6)]};
        case 2: return RemoveToken{token};
        case 3: return MoveToken{token, below(size + 2) - 1};
        case 4: return SetAttentionScale{scales[below(7)]};
        case 5: return SetNormEps{below(3) * 0.01 - 0.005};
        case 6: return SetRopeTheta{below(3) * 100.0};
        case 7: return SetKvHeads{below(4)};
        case 8: return SetPrompt{below(2) == 0 ? "t0 t1" : names[below(6)]};
        case 9: return SetTokens{below(5)};
        case 10:
            return SetRule{{.kind = RuleKind::Sample,
                            .temperature = temperatures[below(4)],
                            .top_k = below(4),
                            .seed = random()}};
        case 11: return Undo{};
        case 12: return Redo{};
        case 13: return GoToHistory{below(state.history.size() + 1)};
        case 14: return EndEdit{};
        case 15: return BeginInlineEdit{cell, "cell.x"};
        case 16: return EndInlineEdit{.keep = below(2) == 0};
        default: return SetParameter{cell, below(200) * 0.01 - 1};
    }
}

}  // namespace

TEST_CASE(
    "Whatever is edited, undoing everything gives back the starting recipe, and redoing the last") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        INFO(seed);
        std::mt19937_64 random(seed);
        auto model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed));
        AppState state = StateFor(ExampleRecipe(model), "");
        const Recipe start = state.document.recipe;
        for (int i = 0; i < 60; ++i) {
            const bool is_refused = state.ui.refused.newest();  // said when the field is left
            Execute(state, RandomEdit(state, random));
            Validate(ModelOf(state));
            REQUIRE(state.recording->recipe() == state.document.recipe);
            CHECK((is_refused || state.ui.message.empty()));
            Execute(state, DismissMessage{});
        }
        ApplyAll(state, {EndInlineEdit{.keep = true}, GoToHistory{state.history.size()}});
        const Recipe last = state.document.recipe;
        const int edits = state.history.undo_count();
        for (int i = 0; i < edits; ++i) Execute(state, Undo{});
        CHECK(state.document.recipe == start);
        CHECK(state.recording->recipe() == start);
        for (int i = 0; i < edits; ++i) Execute(state, Redo{});
        CHECK(state.document.recipe == last);
        Execute(state, GoToHistory{0});
        CHECK(state.document.recipe == start);
    }
}

TEST_CASE("Whatever is edited can be saved, and is the same when opened again") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "edited.toml").string();
    int refused = 0;
    for (std::uint64_t seed = 100; seed < 130; ++seed) {
        INFO(seed);
        std::mt19937_64 random(seed);
        Config config = RandomConfig(seed);
        if (config.positions != Positions::Rope) config.rope_theta = Config().rope_theta;
        auto model = std::make_shared<const Model>(RandomModel(config, seed));
        AppState state = StateFor(ExampleRecipe(model), "");
        for (int i = 0; i < 30; ++i) Execute(state, RandomEdit(state, random));
        if (!state.ui.refused.empty()) {  // then it is not saved without a word
            const Recipe before = std::filesystem::exists(path) ? OpenFile(path) : Recipe();
            ApplyAll(state, {DismissMessage{}, SaveAs{path}});
            CHECK(state.ui.message.find("not saved") != std::string::npos);
            CHECK_FALSE(state.ui.question.is_open());
            if (before.model) CHECK(FormatRecipe(OpenFile(path)) == FormatRecipe(before));
            ++refused;
        }
        while (!state.ui.refused.empty()) Execute(state, DropTyped{});  // Escape, once a field
        ApplyAll(state, {DismissMessage{}, SaveAs{path}});
        Execute(state, AnswerQuestion{Answer::Overwrite});  // asked of all but the first
        REQUIRE(state.ui.message.empty());
        const Recipe again = OpenFile(path);
        CHECK(StateFor(again, path).recording->ids() == state.newest()->ids());
        CHECK(FormatRecipe(again) == FormatRecipe(state.document.recipe));
        CHECK(again.prompt == state.document.recipe.prompt);
        CHECK(ScaleText(*again.model) == ScaleText(ModelOf(state)));
        CHECK(again.model->tokenizer == ModelOf(state).tokenizer);
        CHECK(again.model->config.kv_heads == ModelOf(state).config.kv_heads);
    }
    CHECK(refused > 3);
}

}  // namespace decodescope
