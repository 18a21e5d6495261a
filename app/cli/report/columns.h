// Text in columns, counted in characters as they are displayed.
#pragma once

#include <cstddef>
#include <string>

namespace decodescope {

// With spaces up to `width`; a longer text stays as it is.
std::string PadRight(std::string text, std::size_t width);  // its text at the left
std::string PadLeft(const std::string& text, std::size_t width);

}  // namespace decodescope
