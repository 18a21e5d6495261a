#include "app/apply/browse_commands.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>

#include "app/apply/document_file.h"
#include "app/apply/file_commands.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

// The document's folder, else that of the last file chosen, else the working directory.
std::string FolderToShow(const AppState& state) {
    const std::string& path = state.document.path;
    const std::string beside =
        path.empty() ? "" : fs::path(AbsolutePath(path)).parent_path().string();
    const bool saves = state.ui.browser.field == PathField::SaveAs;
    if (saves && !beside.empty() && ::access(beside.c_str(), W_OK) == 0) return beside;
    if (!state.ui.browser.folder.empty()) return state.ui.browser.folder;
    return beside.empty() || saves ? "." : beside;
}

// A recipe that came from a model's file gets another name.
std::string NameToOffer(const Document& document) {
    if (document.path.empty()) return "recipe.toml";
    const fs::path name = fs::path(document.path).filename();
    return document.is_model_file ? name.stem().string() + "-recipe.toml" : name.string();
}

}  // namespace

void Apply(AppState& state, const ShowPathField& command) {
    FileBrowser& browser = state.ui.browser;
    browser.field = command.field;
    browser.problem.clear();
    if (command.field != PathField::SaveAs) state.ui.departure = {};
    if (!browser.is_open()) return;
    LookInto(browser, FolderToShow(state));  // the page says what failed
    if (command.field == PathField::SaveAs) browser.typed = NameToOffer(state.document);
}

void Apply(AppState& state, const BrowseTo& command) {
    FileBrowser& browser = state.ui.browser;
    const std::string name = browser.field == PathField::SaveAs ? browser.typed : "";
    LookInto(browser, command.folder);
    browser.typed = name;  // the name to save as stays, in whichever folder
}

void Apply(AppState& state, const TypePath& command) {
    FileBrowser& browser = state.ui.browser;
    browser.typed = command.text;
    browser.highlighted = -1;
    browser.problem.clear();
}

void Apply(AppState& state, const HighlightEntry& command) {
    FileBrowser& browser = state.ui.browser;
    const std::vector<int> rows = RowsOf(browser);
    browser.highlighted = std::clamp(command.row, -1, static_cast<int>(rows.size()) - 1);
    if (browser.highlighted < 0 || browser.field != PathField::SaveAs) return;
    const int index = rows[static_cast<size_t>(browser.highlighted)];
    const FolderEntry& entry = browser.entries[static_cast<size_t>(index)];
    if (entry.is_folder) return;
    browser.typed = entry.name;
    ++browser.fills;
}

void Apply(AppState& state, const ShowAllFiles& command) {
    state.ui.browser.shows_all = command.shows_all;
    state.ui.browser.highlighted = -1;
}

void Apply(AppState& state, const EnterPath&) {
    FileBrowser& browser = state.ui.browser;
    const std::optional<std::string> path = PathMeant(browser);
    if (!browser.is_open() || !path) return;
    std::error_code ignored;
    if (fs::is_directory(*path, ignored)) {
        const bool was_typed = browser.highlighted < 0;
        Apply(state, BrowseTo{*path});
        if (was_typed) browser.typed.clear();
    } else if (browser.field == PathField::Open) {
        Apply(state, OpenPath{*path});
    } else {
        Apply(state, SaveAs{*path});
    }
}

}  // namespace decodescope
