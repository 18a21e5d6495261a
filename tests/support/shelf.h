// A folder on disk with a file of each kind, shown as the page on which a file is chosen shows
// it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/state/file_browser.h"
#include "tests/support/headless_ui.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {

// A folder with a folder, two models, and a file of another kind.
struct Shelf {
    Shelf() {
        std::filesystem::create_directory(folder.path() / "lessons");
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

    TemporaryFolder folder;
    FileBrowser browser;
};

}  // namespace decodescope
