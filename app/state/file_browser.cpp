#include "app/state/file_browser.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/io/file_formats.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

char LowerCase(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool IsSame(char a, char b) { return LowerCase(a) == LowerCase(b); }

bool IsReadable(const FolderEntry& entry) {
    return entry.is_folder || HasReadableEnding(entry.name);
}

bool Contains(std::string_view name, std::string_view typed) {
    return std::search(name.begin(), name.end(), typed.begin(), typed.end(), IsSame) !=
               name.end() ||
           typed.empty();
}

// A path does not filter the names in a folder.
bool IsName(std::string_view typed) { return typed.find('/') == std::string_view::npos; }

fs::path PathTyped(const FileBrowser& browser) {
    fs::path path = fs::path(browser.folder) / browser.typed;
    std::error_code ignored;
    const bool needs_extension = browser.field == PathField::SaveAs && path.has_filename() &&
                                 !path.has_extension() && !fs::is_directory(path, ignored);
    if (needs_extension) path += ".toml";
    return path.lexically_normal();
}

}  // namespace

std::vector<int> RowsOf(const FileBrowser& browser) {
    const bool filters = browser.field == PathField::Open && IsName(browser.typed);
    std::vector<int> rows;
    for (size_t i = 0; i < browser.entries.size(); ++i) {
        const FolderEntry& entry = browser.entries[i];
        if (!browser.shows_all && !IsReadable(entry)) continue;
        if (!filters || Contains(entry.name, browser.typed)) rows.push_back(static_cast<int>(i));
    }
    return rows;
}

std::optional<std::string> PathMeant(const FileBrowser& browser) {
    const std::vector<int> rows = RowsOf(browser);
    const auto path_of = [&](int row) {
        const FolderEntry& entry =
            browser.entries[static_cast<size_t>(rows[static_cast<size_t>(row)])];
        return (fs::path(browser.folder) / entry.name).string();
    };
    if (0 <= browser.highlighted && browser.highlighted < static_cast<int>(rows.size())) {
        return path_of(browser.highlighted);
    }
    if (browser.typed.empty()) return std::nullopt;
    const fs::path typed = PathTyped(browser);
    std::error_code ignored;
    const bool is_only_row =
        browser.field == PathField::Open && rows.size() == 1 && IsName(browser.typed);
    if (is_only_row && !fs::exists(typed, ignored)) return path_of(0);
    return typed.string();
}

std::string ParentOf(const std::string& folder) {
    const fs::path path = fs::path(folder).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).parent_path().string();
}

void LookInto(FileBrowser& browser, const std::string& folder) {
    std::error_code ignored;
    const fs::path absolute =
        fs::absolute(folder.empty() ? "." : folder, ignored).lexically_normal();
    browser.entries = ReadFolder(absolute);
    browser.folder = absolute.string();
    browser.typed.clear();
    ++browser.fills;
    browser.highlighted = -1;
    browser.problem.clear();
}

}  // namespace decodescope
