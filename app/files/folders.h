// Where the program keeps its files, by the XDG base directory specification.
#pragma once

#include <filesystem>

namespace decodescope {

// An empty path: there is no such folder, and nothing is kept.
struct Folders {
    std::filesystem::path config;  // preferences.toml
    std::filesystem::path state;   // unsaved recipes
};

// $XDG_CONFIG_HOME and $XDG_STATE_HOME, else ~/.config and ~/.local/state, and there "decodescope".
// They need not exist. Relative paths in these variables are ignored, as the specification
// says.
Folders FoldersFromEnvironment();

}  // namespace decodescope
