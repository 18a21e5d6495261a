// Text that ImGui has edited, without what editing has destroyed.
//
// An ImGui field holds characters of a fixed size, 16 bits in the version of Debian 12. Whatever
// does not fit (🙂, bytes that are not UTF-8) is U+FFFD to it, and would be written back as that
// with the next letter that somebody types beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

// What the text is after an edit that turned `before` into `edited`: the bytes that were there
// before, but for what was really typed or deleted. Nothing where that cannot be told, or where
// what was typed is itself destroyed; the edit must then be refused as a whole.
std::optional<std::string> AfterEdit(std::string_view before, std::string_view edited);

// What a person is told about an edit that was refused.
constexpr const char* kEditRefused =
    "this field cannot hold a character that was typed, pasted or next to what was deleted, such "
    "as an emoji; nothing was changed";

}  // namespace decodescope
