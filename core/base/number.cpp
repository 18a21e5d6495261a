#include "core/base/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

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

// "0,330" as "0.330", or nothing where that is no decimal comma: not between digits, not the only
// one, or beside a point.
std::optional<std::string> WithPointForComma(std::string_view text) {
    const size_t comma = text.find(',');
    if (comma == std::string_view::npos || text.find_first_of(",.", comma + 1) != text.npos ||
        text.find('.') != text.npos) {
        return std::nullopt;
    }
    const bool is_between = comma > 0 && IsDigit(text[comma - 1]) && comma + 1 < text.size() &&
                            IsDigit(text[comma + 1]);
    if (!is_between) return std::nullopt;
    std::string corrected(text);
    corrected[comma] = '.';
    return corrected;
}

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

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
        throw Error(Quoted(trimmed) + " has a decimal comma", {},
                    "write a decimal point: " + *corrected);
    }
    return Evaluate(trimmed);
}

double ParseNumberIn(std::string_view text, double least, double most) {
    const double number = ParseNumber(text);
    if (least <= number && number <= most) return number;
    throw Error(Quoted(text) + " is out of range", {},
                "write a number from " + FormatShortest(least) + " to " + FormatShortest(most));
}

void RequireFits(double number, Precision precision) {
    if (precision == Precision::Float64 || !std::isfinite(number) || number == 0) return;
    const auto rounded = static_cast<float>(number);
    if (std::isfinite(rounded) && rounded != 0) return;
    throw Error(FormatShortest(number) + " is too " +
                    (std::isinf(rounded) ? "large" : "close to 0") + " for float32",
                {}, "write 0, or one from 1.5e-45 to 3.4e38, or use float64");
}

Error NotWholeIn(std::string_view text, const std::string& range) {
    const size_t first = text.starts_with('-') ? 1 : 0;
    const bool is_number = text.size() > first &&
                           text.find_first_not_of("0123456789", first) == std::string_view::npos;
    return Error(Quoted(text) + (is_number ? " is out of range" : " is not a whole number"), {},
                 "write one " + range);
}

double InverseSquareRoot(double x) {
    // Through long double: 1/sqrt(2) in doubles alone is rounded twice and misses by one unit.
    return static_cast<double>(1.0L / std::sqrt(static_cast<long double>(x)));
}

}  // namespace decodescope
