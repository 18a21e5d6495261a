// Where the program keeps what it remembers, by the XDG base directory specification.
#pragma once

#include <filesystem>

namespace decodescope {

// An empty path: there is no such folder, and nothing is remembered.
struct Folders {
    std::filesystem::path config;  // preferences.toml
    std::filesystem::path state;   // recipes that are not saved yet
};

// $XDG_CONFIG_HOME and $XDG_STATE_HOME, else ~/.config and ~/.local/state, and there "decodescope".
// They need not exist. Relative paths in these variables are ignored, as the specification wants
// it.
Folders FoldersFromEnvironment();

}  // namespace decodescope
