#include "core/toml/toml_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/number.h"
#include "core/base/utf8.h"

namespace decodescope {
namespace {

constexpr size_t kLineLength = 100;

std::string ByteList(std::string_view bytes) {
    std::string list = "{ bytes = [";
    for (size_t i = 0; i < bytes.size(); ++i) {
        if (i > 0) list += ", ";
        list += ByteName(bytes[i]).substr(1, 4);
    }
    return list + "] }";
}

// \u000A for a control character, the same with eight digits not being needed for any.
std::string Escaped(char32_t code_point) { return "\\u" + CodePointName(code_point).substr(2); }

std::string Padded(const std::string& text, size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

}  // namespace

std::string TomlText(std::string_view bytes) {
    if (FirstInvalidUtf8(bytes)) return ByteList(bytes);
    std::string text = "\"";
    for (size_t i = 0; i < bytes.size();) {
        const Utf8Character character = Utf8At(bytes, i);
        const char32_t code_point = character.code_point.value_or(0);
        if (code_point == '"' || code_point == '\\') {
            text += '\\';
            text += bytes[i];
        } else if (code_point == '\n') {
            text += "\\n";
        } else if (code_point < 0x20 || (0x7F <= code_point && code_point <= 0x9F)) {
            text += Escaped(code_point);
        } else {
            text += bytes.substr(i, character.length);
        }
        i += character.length;
    }
    return text + "\"";
}

std::string TomlNumber(double number) {
    constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    const std::string text = FormatShortest(number);
    const bool is_integer = text.find_first_of(".e") == std::string::npos;
    // TOML's integers have no -0 and end at 2^63.
    const bool is_safe = std::abs(number) <= kLargestExactInteger && text != "-0";
    return is_integer && !is_safe ? text + ".0" : text;
}

std::string TomlUnsigned(std::uint64_t number) {
    constexpr std::uint64_t kLargestInteger = std::numeric_limits<std::int64_t>::max();
    const std::string text = std::to_string(number);
    return number <= kLargestInteger ? text : "\"" + text + "\"";
}

std::string TomlList(const std::vector<std::string>& items) {
    std::string text = "[";
    size_t line_start = 0;
    for (size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += ",";
        if (text.size() - line_start + items[i].size() > kLineLength) {
            line_start = text.size();
            text += "\n  ";
        } else if (i > 0) {
            text += " ";
        }
        text += items[i];
    }
    return text + "]";
}

std::string TomlRows(const std::vector<std::vector<double>>& rows,
                     const std::vector<std::string>& comments) {
    constexpr size_t kMostAligned = 32;  // columns
    std::vector<std::vector<std::string>> cells;
    std::vector<size_t> widths(rows.empty() ? 0 : rows[0].size(), 0);
    for (const std::vector<double>& row : rows) {
        std::vector<std::string>& texts = cells.emplace_back();
        for (size_t column = 0; column < row.size(); ++column) {
            texts.push_back(TomlNumber(row[column]));
            if (row.size() > kMostAligned) continue;
            widths[column] = std::max(widths[column], texts.back().size());
        }
    }
    std::string text = "[\n";
    for (size_t i = 0; i < cells.size(); ++i) {
        text += "  [";
        for (size_t column = 0; column < cells[i].size(); ++column) {
            if (column > 0) text += ", ";
            text += Padded(cells[i][column], widths[column]);
        }
        text += "],";
        if (!comments.empty()) text += "  # " + comments[i];
        text += "\n";
    }
    return text + "]";
}

}  // namespace decodescope
