// Pieces of TOML text, such that what is written reads back equal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// "…" with escapes; { bytes = […] } where the text is not UTF-8.
std::string TomlText(std::string_view bytes);

// A number that reads back to the same double: "0.5", "-0.0", "nan", "inf".
std::string TomlNumber(double number);

// A whole number: a string where it is beyond 2^63, at which TOML's integers end.
std::string TomlUnsigned(std::uint64_t number);

// "[a, b, c]", in several lines where it is long.
std::string TomlList(const std::vector<std::string>& items);

// Rows of numbers [rows, columns], one per line, columns aligned where there are few of them. Each
// row is followed by its comment, if there are any.
std::string TomlRows(const std::vector<std::vector<double>>& rows,
                     const std::vector<std::string>& comments);

}  // namespace decodescope
