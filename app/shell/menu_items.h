// The items of a menu, as data: the actions of its table, and in the File menu recent files and
// examples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shell/shortcuts.h"
#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

struct MenuItem {
    std::string hotspot;
    std::string name;
    std::string aside;  // at the right: keys, or a folder
    bool is_possible = true;
    bool is_on = false;              // ticked
    std::optional<Command> command;  // nothing: the title of what follows
};

std::vector<MenuItem> ItemsOf(Menu menu, const AppState& state);

}  // namespace decodescope
