#include "core/base/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "core/base/expression.h"

namespace decodescope {
namespace {

bool IsDigit(char c) { return '0' <= c && c <= '9'; }

std::string_view Trimmed(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r\n";
    const size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

// "0,330" as "0.330", or nothing where no digit is followed by a comma and a digit.
std::optional<std::string> WithPointForComma(std::string_view text) {
    for (size_t i = 0; i + 2 < text.size(); ++i) {
        if (!IsDigit(text[i]) || text[i + 1] != ',' || !IsDigit(text[i + 2])) continue;
        std::string corrected(text);
        corrected[i + 1] = '.';
        return corrected;
    }
    return std::nullopt;
}

}  // namespace

std::string FormatShortest(double number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    std::string text(buffer.data(), end);
    // to_chars pads exponents to two digits and signs them: 1e-05, 1e+20.
    if (const size_t e = text.find('e'); e != std::string::npos) {
        const std::string sign = text[e + 1] == '-' ? "-" : "";
        const size_t digits = text.find_first_not_of('0', e + 2);
        text = text.substr(0, e + 1) + sign + text.substr(digits);
    }
    return text;
}

std::string FormatFixed(double number, int decimals) {
    if (!std::isfinite(number)) return FormatShortest(number);
    constexpr double kLargestFixed = 1e8;
    const auto style =
        std::abs(number) < kLargestFixed ? std::chars_format::fixed : std::chars_format::scientific;
    std::array<char, 64> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, style, decimals);
    std::string text(buffer.data(), end);
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    if (is_zero && text[0] == '-') text.erase(0, 1);
    return text;
}

std::string CountText(std::int64_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

double ParseNumber(std::string_view text) {
    const std::string_view trimmed = Trimmed(text);
    if (trimmed.empty()) {
        throw Error("there is no number", {},
                    "write a number such as 0.33, 1e-5, 3/4 or 1/sqrt(2)");
    }
    if (const auto corrected = WithPointForComma(trimmed)) {
        throw Error("'" + std::string(trimmed) + "' has a decimal comma", {},
                    "write a decimal point: " + *corrected);
    }
    return Evaluate(trimmed);
}

double InverseSquareRoot(double x) {
    // Through long double: 1/sqrt(2) in doubles alone is rounded twice and misses by one unit.
    return static_cast<double>(1.0L / std::sqrt(static_cast<long double>(x)));
}

}  // namespace decodescope
