#include "app/shell/menu_items.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include "app/apply/file_commands.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNames[] = {"", "file", "edit", "view", "playback", "help"};

std::string HotspotOf(Menu menu, std::string_view id) {
    return "menu." + std::string(kNames[static_cast<size_t>(menu)]) + "." + std::string(id);
}

// The names of the folder and of its parent are enough.
std::string PlaceOf(const fs::path& file) {
    const fs::path folder = file.parent_path();
    const fs::path around = folder.parent_path();
    if (!around.has_filename()) return folder.string();
    return "…/" + (around.filename() / folder.filename()).string();
}

void AddFiles(std::vector<MenuItem>& items, const char* title, const std::string& id,
              const std::vector<std::string>& paths, bool has_places) {
    if (paths.empty()) return;
    items.push_back({.name = title});
    for (size_t i = 0; i < paths.size(); ++i) {
        const fs::path path = paths[i];
        items.push_back({.hotspot = HotspotOf(Menu::File, id + "." + std::to_string(i)),
                         .name = path.filename().string(),
                         .aside = has_places ? PlaceOf(path) : "",
                         .command = OpenPath{paths[i]}});
    }
}

// --- Groups of the View menu

struct GroupRow {
    const char* title;
    std::initializer_list<std::string_view> ids;
};

// In the order of the menu; what is in none of them is of the window.
const GroupRow kGroups[] = {
    {"The pass", {"whole_pass", "overview"}},
    {"Numbers", {"more_decimals", "fewer_decimals", "decimal_comma"}},
    {"Size", {"larger", "smaller", "scale_one"}},
    {"Window", {}},
};

size_t GroupOf(const Action& action) {
    if (action.id.starts_with("view_")) return 0;  // the views come first, without a title
    for (size_t i = 0; i + 1 < std::size(kGroups); ++i) {
        if (std::ranges::find(kGroups[i].ids, action.id) != kGroups[i].ids.end()) return i + 1;
    }
    return std::size(kGroups);
}

MenuItem ItemOf(Menu menu, const Action& action, const AppState& state) {
    return {.hotspot = HotspotOf(menu, action.id),
            .name = NameOf(action, state),
            .aside = action.keys,
            .is_possible = action.is_possible(state),
            .is_on = action.is_on && action.is_on(state),
            .command = action.command(state)};
}

std::vector<MenuItem> ViewItems(const AppState& state) {
    std::vector<MenuItem> items;
    for (size_t group = 0; group <= std::size(kGroups); ++group) {
        if (group > 0) items.push_back({.name = kGroups[group - 1].title});
        for (const Action& action : Actions()) {
            if (action.menu == Menu::View && GroupOf(action) == group)
                items.push_back(ItemOf(Menu::View, action, state));
        }
    }
    return items;
}

}  // namespace

std::vector<MenuItem> ItemsOf(Menu menu, const AppState& state) {
    if (menu == Menu::View) return ViewItems(state);
    std::vector<MenuItem> items;
    for (const Action& action : Actions()) {
        if (action.menu != menu) continue;
        const bool is_last_of_files = action.id == "quit";
        if (is_last_of_files) {
            AddFiles(items, "Recent", "recent", state.preferences.recent, true);
            AddFiles(items, "Examples", "example", state.examples, false);
            items.push_back({.name = ""});
        }
        items.push_back(ItemOf(menu, action, state));
    }
    return items;
}

}  // namespace decodescope
