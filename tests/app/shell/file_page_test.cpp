#include "app/shell/file_page.h"

#include <memory>
#include <utility>

#include "app/apply/apply.h"
#include "app/apply/browse_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/shelf.h"

namespace decodescope {
namespace {

const Area kWindow{{0, 0}, {1600, 900}};

// The page, with the state that the shelf's browser is part of.
std::unique_ptr<PanelBench> PageOf(const Shelf& shelf) {
    AppState state = AbcState();
    state.ui.browser = shelf.browser;
    return std::make_unique<PanelBench>(state,
                                        [](const Panel& panel) { DrawFilePage(panel, kWindow); });
}

// Carries out what the page emitted, as App does after a frame.
void Execute(PanelBench& bench) {
    for (const Command& command : std::exchange(bench.commands, {})) Execute(bench.state, command);
    bench.ui.Settle();
}

}  // namespace

TEST_CASE("A click chooses a row, and the button opens it") {
    Shelf shelf;
    const auto page = PageOf(shelf);
    page->ui.Click("files.entry.1");
    CHECK(page->OnlyCommand<HighlightEntry>().row == 1);
    Execute(*page);
    page->ui.Click("files.open");
    Execute(*page);
    CHECK(page->state.document.path == shelf.Path("abc.toml"));
    CHECK_FALSE(page->state.ui.browser.is_open());
}

TEST_CASE("The field has the focus from the start: typing filters, and Enter opens") {
    Shelf shelf;
    const auto page = PageOf(shelf);
    for (const char* letter : {"a", "b", "c", "."}) {
        page->ui.Type(letter);
        Execute(*page);
    }
    CHECK(page->state.ui.browser.typed == "abc.");
    CHECK(page->ui.Has("files.entry.0"));
    CHECK_FALSE(page->ui.Has("files.entry.1"));
    page->ui.PressEnter();
    Execute(*page);
    CHECK(page->state.document.path == shelf.Path("abc.toml"));
}

TEST_CASE("Arrow keys move in the list, Enter opens a folder, and Up leaves it") {
    Shelf shelf;
    const auto page = PageOf(shelf);
    page->ui.PressKey(ImGuiKey_DownArrow);
    Execute(*page);
    CHECK(page->state.ui.browser.highlighted == 0);
    page->ui.PressEnter();
    Execute(*page);
    CHECK(page->state.ui.browser.folder == shelf.Path("lessons"));
    page->ui.PressKey(ImGuiKey_Backspace);
    Execute(*page);
    CHECK(page->state.ui.browser.folder == shelf.folder.path().string());
    page->ui.Click("files.up");
    Execute(*page);
    CHECK(page->state.ui.browser.folder == shelf.folder.path().parent_path().string());
}

TEST_CASE("The page says what cannot be opened, and it stays typed") {
    Shelf shelf;
    const auto page = PageOf(shelf);
    page->ui.Type("nothing.toml");
    for (const Command& command : std::exchange(page->commands, {})) Execute(page->state, command);
    page->ui.PressEnter();
    Execute(*page);
    CHECK(page->state.ui.browser.is_open());
    CHECK(page->state.ui.browser.typed == "nothing.toml");
    CHECK(page->ui.Has("files.problem"));
    CHECK(page->state.ui.message.empty());
}

TEST_CASE("Choosing a row to save over fills in its name") {
    Shelf shelf;
    shelf.browser.field = PathField::SaveAs;
    const auto page = PageOf(shelf);
    page->ui.Click("files.entry.1");
    Execute(*page);
    CHECK(page->state.ui.browser.typed == "abc.toml");
    page->ui.Type("x");  // it is selected in the field
    Execute(*page);
    CHECK(page->state.ui.browser.typed == "x");
}

TEST_CASE("Cancel closes the page, and the filter can be switched") {
    Shelf shelf;
    const auto page = PageOf(shelf);
    page->ui.Click("files.all");
    CHECK(page->OnlyCommand<ShowAllFiles>().shows_all);
    page->commands.clear();
    page->ui.Click("files.cancel");
    CHECK(page->OnlyCommand<ShowPathField>().field == PathField::None);
}

TEST_CASE("A folder with thousands of files shows the rows that fit") {
    Shelf shelf;
    for (int i = 0; i < 3000; ++i) {
        shelf.browser.entries.push_back({.name = "file" + std::to_string(i) + ".toml"});
    }
    const auto page = PageOf(shelf);
    CHECK(page->ui.Has("files.entry.5"));
    CHECK_FALSE(page->ui.Has("files.entry.100"));
}

TEST_CASE("The page draws in windows of every size") {
    Shelf shelf;
    const auto page = PageOf(shelf);
    for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{400, 300}, ImVec2{60, 40}, ImVec2{1, 1}}) {
        PanelBench bench(
            page->state,
            [size](const Panel& panel) {
                DrawFilePage(panel, {{0, 0}, size});
            },
            size);
        bench.ui.Settle();
    }
}

}  // namespace decodescope
