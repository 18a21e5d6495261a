// The page on which a file is chosen: what it shows, as plain data, and what its fields mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/folder.h"

namespace decodescope {

// What a path is needed for.
enum class PathField { None, Open, SaveAs };

struct FileBrowser {
    PathField field = PathField::None;  // None: the page is not shown
    std::string folder;                 // shown, absolute
    std::vector<FolderEntry> entries;   // everything in it, read when it was entered
    bool shows_all = false;             // else folders, models and recipes
    std::string typed;     // a name in the folder, or a path; filters the list when opening
    int highlighted = -1;  // a row of the list; -1: none
    int fills = 0;         // how often the program, not the person, has set `typed`
    std::string problem;   // why the last try failed

    bool is_open() const { return field != PathField::None; }
};

// The rows of the list: indices of entries.
std::vector<int> RowsOf(const FileBrowser& browser);

// What Enter means: the highlighted entry, else what is typed; when opening, else the only row
// left. Nothing if there is none of these. A name to save as gets .toml if it has no extension.
std::optional<std::string> PathMeant(const FileBrowser& browser);

// The parent folder; the root is its own.
std::string ParentOf(const std::string& folder);

// Shows a folder, with nothing typed or highlighted. Throws Error if it cannot be read; then
// nothing is changed.
void LookInto(FileBrowser& browser, const std::string& folder);

}  // namespace decodescope
