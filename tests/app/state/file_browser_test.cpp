#include "app/state/file_browser.h"

#include <unistd.h>

#include "app/apply/apply.h"
#include "app/apply/browse_commands.h"
#include "app/shell/file_page.h"
#include "app/state/command.h"
#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

const Area kWindow{{0, 0}, {1600, 900}};

// A folder with a folder, two models, and a file of another kind.
struct Shelf {
    Shelf() {
        fs::create_directory(folder.path() / "lessons");
        folder.Write("abc.toml", Slurp("assets/models/abc.toml"));
        folder.Write("notes.txt", "");
        folder.Write("stories.bin", "");
        LookInto(browser, folder.path().string());
        browser.field = PathField::Open;
    }

    std::vector<std::string> Names() const {
        std::vector<std::string> names;
        for (const int i : RowsOf(browser))
            names.push_back(browser.entries[static_cast<size_t>(i)].name);
        return names;
    }

    std::string Path(const char* name) const { return (folder.path() / name).string(); }

    // The page, with the state that this browser is part of.
    std::unique_ptr<PanelBench> Page() const {
        AppState state = AbcState();
        state.ui.browser = browser;
        return std::make_unique<PanelBench>(
            state, [](const Panel& panel) { DrawFilePage(panel, kWindow); });
    }

    TemporaryFolder folder;
    FileBrowser browser;
};

using Names = std::vector<std::string>;

// Applies what the page emitted, as App does after a frame.
void Execute(PanelBench& bench) {
    for (const Command& command : std::exchange(bench.commands, {})) Execute(bench.state, command);
    bench.ui.Settle();
}

}  // namespace

// --- What it shows
// ---------------------------------------------------------------------------------

TEST_CASE("Folders, models and recipes are listed, and all files on demand") {
    Shelf shelf;
    CHECK(shelf.Names() == Names{"lessons", "abc.toml", "stories.bin"});
    shelf.browser.shows_all = true;
    CHECK(shelf.Names() == Names{"lessons", "abc.toml", "notes.txt", "stories.bin"});
}

TEST_CASE("Typing a name filters what can be opened, whatever the case, and a path does not") {
    Shelf shelf;
    shelf.browser.typed = "ST";
    CHECK(shelf.Names() == Names{"stories.bin"});
    shelf.browser.typed = "lessons/x";
    CHECK(shelf.Names().size() == 3);
    shelf.browser.field = PathField::SaveAs;
    shelf.browser.typed = "st";
    CHECK(shelf.Names().size() == 3);  // a new name, not one of these
}

TEST_CASE("Enter means the highlighted row, else what is typed, else the only row left") {
    Shelf shelf;
    CHECK_FALSE(PathMeant(shelf.browser).has_value());
    shelf.browser.typed = "lessons/../abc.toml";
    CHECK(PathMeant(shelf.browser) == shelf.Path("abc.toml"));
    shelf.browser.typed = "/elsewhere/x.toml";
    CHECK(PathMeant(shelf.browser) == "/elsewhere/x.toml");
    shelf.browser.typed = "stor";
    CHECK(PathMeant(shelf.browser) == shelf.Path("stories.bin"));
    shelf.browser.typed = "";
    shelf.browser.highlighted = 0;
    CHECK(PathMeant(shelf.browser) == shelf.Path("lessons"));
}

TEST_CASE("A name to save as gets an extension only where it has none") {
    Shelf shelf;
    shelf.browser.field = PathField::SaveAs;
    shelf.browser.typed = "mine";
    CHECK(PathMeant(shelf.browser) == shelf.Path("mine.toml"));
    shelf.browser.typed = "mine.recipe";
    CHECK(PathMeant(shelf.browser) == shelf.Path("mine.recipe"));
    shelf.browser.typed = "lessons";  // a folder is gone into
    CHECK(PathMeant(shelf.browser) == shelf.Path("lessons"));
}

TEST_CASE("The way out of a folder ends at the root") {
    CHECK(ParentOf("/a/b") == "/a");
    CHECK(ParentOf("/a/b/") == "/a");
    CHECK(ParentOf("/a") == "/");
    CHECK(ParentOf("/") == "/");
}

TEST_CASE("A folder that cannot be read changes nothing that is shown") {
    Shelf shelf;
    const std::string before = shelf.browser.folder;
    CHECK_THROWS_AS(LookInto(shelf.browser, shelf.Path("none")), Error);
    CHECK(shelf.browser.folder == before);
    CHECK(shelf.Names().size() == 3);
}

TEST_CASE("A name that is not UTF-8 can be chosen and opened") {
    Shelf shelf;
    const std::string name = "\xFFodd.toml";
    shelf.folder.Write(name, Slurp("assets/models/abc.toml"));
    LookInto(shelf.browser, shelf.folder.path().string());
    const Names names = shelf.Names();
    shelf.browser.highlighted = static_cast<int>(std::ranges::find(names, name) - names.begin());
    AppState state = AbcState();
    state.ui.browser = shelf.browser;
    Execute(state, EnterPath{});
    CHECK(state.document.path == shelf.Path(name.c_str()));
}

// --- The page
// --------------------------------------------------------------------------------------

TEST_CASE("A click chooses a row, and the button opens it") {
    Shelf shelf;
    const auto page = shelf.Page();
    page->ui.Click("files.entry.1");
    CHECK(page->OnlyCommand<HighlightEntry>().row == 1);
    Execute(*page);
    page->ui.Click("files.open");
    Execute(*page);
    CHECK(page->state.document.path == shelf.Path("abc.toml"));
    CHECK_FALSE(page->state.ui.browser.is_open());
}

TEST_CASE("The field has the focus at once: what is typed filters, and Enter opens") {
    Shelf shelf;
    const auto page = shelf.Page();
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

TEST_CASE("Arrow keys move in the list, Enter goes into a folder, and up leads out") {
    Shelf shelf;
    const auto page = shelf.Page();
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

TEST_CASE("What cannot be opened is said on the page and stays typed") {
    Shelf shelf;
    const auto page = shelf.Page();
    page->ui.Type("nothing.toml");
    for (const Command& command : std::exchange(page->commands, {})) Execute(page->state, command);
    page->ui.PressEnter();
    Execute(*page);
    CHECK(page->state.ui.browser.is_open());
    CHECK(page->state.ui.browser.typed == "nothing.toml");
    CHECK(page->ui.Has("files.problem"));
    CHECK(page->state.ui.message.empty());
}

TEST_CASE("A row chosen to save over fills in its name") {
    Shelf shelf;
    shelf.browser.field = PathField::SaveAs;
    const auto page = shelf.Page();
    page->ui.Click("files.entry.1");
    Execute(*page);
    CHECK(page->state.ui.browser.typed == "abc.toml");
    page->ui.Type("x");  // the field has it selected
    Execute(*page);
    CHECK(page->state.ui.browser.typed == "x");
}

TEST_CASE("Cancel closes the page, and the filter can be switched") {
    Shelf shelf;
    const auto page = shelf.Page();
    page->ui.Click("files.all");
    CHECK(page->OnlyCommand<ShowAllFiles>().shows_all);
    page->commands.clear();
    page->ui.Click("files.cancel");
    CHECK(page->OnlyCommand<ShowPathField>().field == PathField::None);
}

TEST_CASE("A folder of thousands shows the rows that there is room for") {
    Shelf shelf;
    for (int i = 0; i < 3000; ++i) {
        shelf.browser.entries.push_back({.name = "file" + std::to_string(i) + ".toml"});
    }
    const auto page = shelf.Page();
    CHECK(page->ui.Has("files.entry.5"));
    CHECK_FALSE(page->ui.Has("files.entry.100"));
}

TEST_CASE("The page draws in windows of every size") {
    Shelf shelf;
    const auto page = shelf.Page();
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
