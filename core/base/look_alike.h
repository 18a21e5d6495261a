// Which characters look alike, so that tokens a person would take for the same can be told apart.
#pragma once

#include <array>
#include <string_view>

namespace decodescope {

// What a character looks like: one or two code points, unused ones 0. The same for characters that
// look the same: Cyrillic А like Latin A, a composed é like e with a combining accent.
//
// It knows Greek and Cyrillic letters with a Latin twin, full-width forms, dashes and quotes, and
// the accented letters of U+00C0 to U+017F. Of other scripts it knows nothing; there, look-alikes
// are told apart only if their IDs are shown beside them.
std::array<char32_t, 2> LookOf(char32_t code_point);

// Whether a character leaves no mark of its own: spaces other than U+0020, zero-width and
// direction characters.
bool IsInvisible(char32_t code_point);

// Control characters, and those that change the direction or order of the text around them.
bool IsControl(char32_t code_point);

// An accent that is drawn onto the character before it.
bool IsCombiningMark(char32_t code_point);

}  // namespace decodescope
