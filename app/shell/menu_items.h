// What stands in a menu, as data: the table's actions, and in the File menu what is open to be
// chosen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shell/shortcuts.h"
#include "app/state/command.h"

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
