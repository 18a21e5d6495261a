#include "app/shell/menu_items.h"

#include <filesystem>

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

}  // namespace

std::vector<MenuItem> ItemsOf(Menu menu, const AppState& state) {
    std::vector<MenuItem> items;
    for (const Action& action : Actions()) {
        if (action.menu != menu) continue;
        const bool is_last_of_files = action.id == "quit";
        if (is_last_of_files) {
            AddFiles(items, "Recent", "recent", state.preferences.recent, true);
            AddFiles(items, "Examples", "example", state.examples, false);
            items.push_back({.name = ""});
        }
        items.push_back({.hotspot = HotspotOf(menu, action.id),
                         .name = NameOf(action, state),
                         .aside = action.keys,
                         .is_possible = action.is_possible(state),
                         .is_on = action.is_on && action.is_on(state),
                         .command = action.command(state)});
    }
    return items;
}

}  // namespace decodescope
