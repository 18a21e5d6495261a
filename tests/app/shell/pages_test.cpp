// Questions, menus of files, and splitters: what is drawn over and between the panels.
#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/screen_commands.h"
#include "app/shell/app.h"
#include "app/shell/menu_bar.h"
#include "app/shell/menu_items.h"
#include "app/shell/question_page.h"
#include "app/shell/splitters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kWindow{{0, 0}, {1600, 900}};

std::unique_ptr<PanelBench> Asking(QuestionKind kind) {
    AppState state = AbcState();
    state.ui.question = {kind, "/somewhere/file.toml"};
    return std::make_unique<PanelBench>(
        state, [](const Panel& panel) { DrawQuestionPage(panel, kWindow); });
}

constexpr QuestionKind kQuestions[] = {QuestionKind::Leave, QuestionKind::Overwrite,
                                       QuestionKind::Changed, QuestionKind::SaveOver,
                                       QuestionKind::Recover};

std::unique_ptr<PanelBench> WithSplitters() {
    return std::make_unique<PanelBench>(AbcState(), [](const Panel& panel) {
        const ImVec2 size{1600, 900};
        DrawSplitters(panel, LayoutFor(panel.theme, size, panel.state.preferences.panels), size);
    });
}

// A drag applies each frame's command before the next, as App does.
void ApplyAtOnce(PanelBench& bench) {
    bench.ui.before_frame = [&bench] {
        for (const Command& command : bench.commands) Execute(bench.state, command);
        bench.commands.clear();
    };
}

}  // namespace

// --- Questions ----------------------------------------------------------------------------------

TEST_CASE("Every answer of every question is a button that gives it") {
    for (const QuestionKind kind : kQuestions) {
        for (const AnswerRow& row : AnswersTo(kind)) {
            const auto bench = Asking(kind);
            bench->ui.Click(row.hotspot);
            INFO(std::string(row.hotspot));
            CHECK(bench->OnlyCommand<AnswerQuestion>().answer == row.answer);
        }
    }
}

TEST_CASE("Enter gives the answer that loses nothing, and Escape the last") {
    for (const QuestionKind kind : kQuestions) {
        const auto bench = Asking(kind);
        bench->ui.PressEnter();
        CHECK(bench->OnlyCommand<AnswerQuestion>().answer == DefaultAnswer(kind).answer);
    }
    AppState state = AbcState();
    Execute(state, SetPrompt{"A"});
    Execute(state, Quit{});
    Execute(state, Escape{});
    CHECK_FALSE(state.ui.question.is_open());
    CHECK(state.document.unsaved());
}

TEST_CASE("A question has a title and a text, and its buttons do not touch") {
    for (const QuestionKind kind : kQuestions) {
        const auto bench = Asking(kind);
        const QuestionText text = TextOf(bench->state.ui.question, "file.toml");
        CHECK_FALSE(text.title.empty());
        CHECK_FALSE(text.text.empty());
        const auto rows = AnswersTo(kind);
        for (size_t i = 1; i < rows.size(); ++i) {
            CHECK(bench->ui.At(rows[i].hotspot).max.x < bench->ui.At(rows[i - 1].hotspot).min.x);
        }
    }
}

TEST_CASE("While a question is open the panels get neither mouse nor keys") {
    AppState begun = AbcState();
    App app(begun, "", [] {});
    double now = 0;
    HeadlessUi ui(
        [&](Hotspots& spots) {
            app.Frame(now += 0.01);
            spots = app.hotspots();
        },
        {1600, 900}, HeadlessUi::Fonts::Own);
    ui.before_frame = [&] { app.LoadLook(); };
    ui.Settle();
    app.Do(SetPrompt{"A"});
    app.Do(Quit{});
    ui.Settle();
    ui.Click("transport.next_stage");
    app.OnKey({.key = Key::Right});
    app.OnKey({.key = Key::Character, .character = U'z', .ctrl = true});
    ui.Settle();
    CHECK(app.state().ui.playhead == kStart);
    CHECK(app.state().document.recipe.prompt == "A");
    ui.Click("close.cancel");
    ui.Settle();
    ui.Click("transport.next_stage");
    CHECK(app.state().ui.playhead == Playhead{0, 0});
}

// --- Menus --------------------------------------------------------------------------------------

TEST_CASE("The File menu opens recent files and examples") {
    AppState state = AbcState();
    state.preferences.recent = {"/a/one.toml", "/b/one.toml"};
    state.examples = {"/models/abc.toml"};
    const auto bar = [](const Panel& panel) { DrawMenuBar(panel, {{0, 0}, {1600, 36}}); };
    for (const auto& [hotspot, path] : {std::pair("menu.file.recent.1", "/b/one.toml"),
                                        std::pair("menu.file.example.0", "/models/abc.toml")}) {
        PanelBench bench(state, bar);
        bench.ui.Click("menu.file");
        bench.ui.Settle();
        bench.ui.Click(hotspot);
        CHECK(bench.OnlyCommand<OpenPath>().path == path);
    }
}

TEST_CASE(
    "Quit stays the last item of the File menu, and without files there are no titles for them") {
    AppState state = AbcState();
    CHECK(ItemsOf(Menu::File, state).back().hotspot == "menu.file.quit");
    state.examples = {"/models/abc.toml"};
    const std::vector<MenuItem> items = ItemsOf(Menu::File, state);
    CHECK(items.back().hotspot == "menu.file.quit");
    CHECK(std::ranges::count(items, "Recent", &MenuItem::name) == 0);
    CHECK(std::ranges::count(items, "Examples", &MenuItem::name) == 1);
}

// --- Splitters ----------------------------------------------------------------------------------

TEST_CASE("Dragging a splitter moves its boundary with the mouse") {
    const auto bench = WithSplitters();
    ApplyAtOnce(*bench);
    const float before = bench->ui.At("splitter.recipe").min.x;
    bench->ui.DragRight("splitter.recipe", 60);
    bench->ui.Settle();
    CHECK(bench->ui.At("splitter.recipe").min.x == Approx(before + 60).margin(1));
    CHECK_FALSE(bench->state.preferences.panels.inspector_width.has_value());
    bench->ui.DragRight("splitter.inspector", 40);
    CHECK(*bench->state.preferences.panels.inspector_width == Approx(320).margin(1));
}

TEST_CASE("A double click puts a splitter back, and a single one moves nothing") {
    const auto bench = WithSplitters();
    ApplyAtOnce(*bench);
    bench->ui.Click("splitter.tabs");
    CHECK(bench->state.preferences.panels == PanelSizes{});
    Execute(bench->state,
            SetPanelSizes{{.recipe_width = 300, .inspector_width = 500, .inspector_height = 200}});
    bench->ui.Settle();
    bench->ui.DoubleClick("splitter.tabs");
    bench->ui.Settle();
    CHECK(bench->state.preferences.panels ==
          PanelSizes{.recipe_width = 300, .inspector_width = 500, .inspector_height = {}});
}

TEST_CASE("Reset layout is in the View menu once there is something to reset") {
    AppState state = AbcState();
    const auto item = [&] {
        const std::vector<MenuItem> items = ItemsOf(Menu::View, state);
        return *std::ranges::find(items, "menu.view.reset_layout", &MenuItem::hotspot);
    };
    CHECK_FALSE(item().is_possible);
    Execute(state, SetPanelSizes{{.recipe_width = 300}});
    REQUIRE(item().is_possible);
    Execute(state, *item().command);
    CHECK(state.preferences.panels == PanelSizes{});
}

}  // namespace decodescope
