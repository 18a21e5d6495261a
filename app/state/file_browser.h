// The page on which a file is found: what it shows, as plain data, and what its fields mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/folder.h"

namespace decodescope {

// What a path is asked for.
enum class PathField { None, Open, SaveAs };

struct FileBrowser {
    PathField field = PathField::None;  // None: the page is not shown
    std::string folder;                 // that is looked into, absolute
    std::vector<FolderEntry> entries;   // all that is in it, read when it was entered
    bool shows_all = false;             // else folders, models and recipes
    std::string typed;     // a name in the folder, or a path; filters the list when opening
    int highlighted = -1;  // a row of the list; -1: none
    int fills = 0;         // how often the program, not the person, set what is typed
    std::string problem;   // why the last try failed

    bool is_open() const { return field != PathField::None; }
};

// The rows of the list: indices of entries.
std::vector<int> RowsOf(const FileBrowser& browser);

// What Enter means: the highlighted entry, else what is typed, else, where something is opened, the
// only row that is left. Nothing where nothing is meant. A name to save as that has no extension
// gets .toml.
std::optional<std::string> PathMeant(const FileBrowser& browser);

// The folder that a folder lies in; its own at the root.
std::string ParentOf(const std::string& folder);

// Looks into a folder, without a name typed or a row highlighted. Throws Error where it cannot be
// read; nothing is changed then.
void LookInto(FileBrowser& browser, const std::string& folder);

}  // namespace decodescope
