#include "app/state/file_browser.h"

#include <unistd.h>

#include "app/apply/apply.h"
#include "app/apply/browse_commands.h"
#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/shelf.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

}  // namespace

// --- What it shows

TEST_CASE("Folders, models and recipes are listed, and all files on demand") {
    Shelf shelf;
    CHECK(shelf.Names() == Names{"lessons", "abc.toml", "stories.bin"});
    shelf.browser.shows_all = true;
    CHECK(shelf.Names() == Names{"lessons", "abc.toml", "notes.txt", "stories.bin"});
}

TEST_CASE("Typing a name filters what can be opened, ignoring case; typing a path does not") {
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

TEST_CASE("A name to save as gets an extension only if it has none") {
    Shelf shelf;
    shelf.browser.field = PathField::SaveAs;
    shelf.browser.typed = "mine";
    CHECK(PathMeant(shelf.browser) == shelf.Path("mine.toml"));
    shelf.browser.typed = "mine.recipe";
    CHECK(PathMeant(shelf.browser) == shelf.Path("mine.recipe"));
    shelf.browser.typed = "lessons";  // a folder is gone into
    CHECK(PathMeant(shelf.browser) == shelf.Path("lessons"));
}

TEST_CASE("Going up from a folder ends at the root") {
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

}  // namespace decodescope
