// A look through TOML text before it is parsed: is it UTF-8, and nowhere nested too deeply?
#pragma once

#include <string_view>

#include "core/io/bounded_toml.h"

namespace decodescope {

// What is wrong with a text, and where. Nothing is wrong where `problem` is empty.
struct TomlObjection {
    std::string_view problem;
    std::string_view remedy;
    TextPlace place;
};

// Checks kDeepestToml and kLongestTomlKey, reading strings and comments as such, and that all of it
// is UTF-8. Takes no memory and one step a byte. It accepts much that is no TOML.
TomlObjection ScanToml(std::string_view text);

}  // namespace decodescope
