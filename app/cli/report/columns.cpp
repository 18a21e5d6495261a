#include "app/cli/report/columns.h"

#include <algorithm>

namespace decodescope {
namespace {

// Spaces that are missing; the continuation bytes of UTF-8 take no room.
std::size_t Missing(const std::string& text, std::size_t width) {
    const auto shown = static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    return width - std::min(width, shown);
}

}  // namespace

std::string PadRight(std::string text, std::size_t width) {
    text.append(Missing(text, width), ' ');
    return text;
}

std::string PadLeft(const std::string& text, std::size_t width) {
    return std::string(Missing(text, width), ' ') + text;
}

}  // namespace decodescope
