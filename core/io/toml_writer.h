// Pieces of TOML text, such that what is written reads back equal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// "…" with escapes; { bytes = […] } where the text is not UTF-8.
std::string TomlText(std::string_view bytes);

// A number that reads back to the same double: "0.5", "-0.0", "nan", "inf".
std::string TomlNumber(double number);

// "[a, b, c]", broken into lines where it is long.
std::string TomlList(const std::vector<std::string>& items);

// Rows of numbers [rows, columns], one a line, columns aligned where there are few of them. A
// comment stands behind each row if there are any.
std::string TomlRows(const std::vector<std::vector<double>>& rows,
                     const std::vector<std::string>& comments);

}  // namespace decodescope
