// A scan of TOML text before it is parsed: is it UTF-8, and nowhere nested too deeply?
#pragma once

#include <string_view>

#include "core/toml/bounded_toml.h"

namespace decodescope {

// What is wrong with a text, and where. An empty `problem` means that nothing is.
struct TomlObjection {
    std::string_view problem;
    std::string_view remedy;
    TextPlace place;
};

// Checks kDeepestToml and kLongestTomlKey, skipping strings and comments, and that all of the text
// is UTF-8. Takes no memory and linear time. It accepts much that is not TOML.
TomlObjection ScanToml(std::string_view text);

}  // namespace decodescope
