// A token's text where there is little room.
#pragma once

#include <string>

#include "core/base/utf8.h"

namespace decodescope {

// The whole text if it fits, else its beginning and its ID, "Once u… #403", else the ID alone. So
// different tokens never look the same. `fits` says whether some words have room; if not even the
// ID does, it is left all the same.
template <class Fits>
std::string TokenLabel(const std::string& text, int id, const Fits& fits) {
    if (fits(text)) return text;
    const std::string name = "#" + std::to_string(id);
    if (!fits(name)) return name;
    constexpr int kLeastCharacters = 2;
    std::string best = name, beginning;
    int count = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t length = Utf8At(text, at).length;
        beginning += text.substr(at, length);
        at += length;
        const std::string label = beginning + "… " + name;
        if (!fits(label)) break;
        if (++count >= kLeastCharacters) best = label;
    }
    return best;
}

}  // namespace decodescope
