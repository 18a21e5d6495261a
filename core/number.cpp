#include "core/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include "core/error.h"

namespace decodescope {
namespace {

constexpr std::string_view kExpected = "write a number such as 0.33, 1e-5, 3/4 or 1/sqrt(2)";

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

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

// A typographic minus (U+2212), as copied from a formula, counts as a minus.
std::string WithPlainMinus(std::string_view text) {
    constexpr std::string_view kMinus = "\u2212";
    std::string plain;
    for (size_t i = 0; i < text.size();) {
        const bool is_minus = text.substr(i, kMinus.size()) == kMinus;
        plain += is_minus ? '-' : text[i];
        i += is_minus ? kMinus.size() : 1;
    }
    return plain;
}

// A plain decimal, "nan" or "inf" with an optional sign.
double ParseDecimal(std::string_view text, std::string_view whole) {
    text = Trimmed(text);
    const bool has_plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    const std::string_view digits = has_plus ? text.substr(1) : text;
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc::result_out_of_range) {
        throw Error(Quoted(text) + " is too large or too close to 0 for a number", {},
                    "write one between 1e-307 and 1e308");
    }
    if (error != std::errc() || end != digits.data() + digits.size()) {
        throw Error(Quoted(whole) + " is not a number", {}, std::string(kExpected));
    }
    return number;
}

// A decimal or the square root of one, not rounded to double yet.
long double ParseFactor(std::string_view text, std::string_view whole) {
    text = Trimmed(text);
    constexpr std::string_view kRoot = "sqrt(";
    if (text.substr(0, kRoot.size()) != kRoot || text.back() != ')') {
        return static_cast<long double>(ParseDecimal(text, whole));
    }
    const std::string_view inside = text.substr(kRoot.size(), text.size() - kRoot.size() - 1);
    const double square = ParseDecimal(inside, whole);
    if (square < 0) {
        throw Error(Quoted(whole) + " takes the square root of a negative number", {},
                    "write a number of at least 0 there");
    }
    return std::sqrt(static_cast<long double>(square));
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

std::string CountText(int count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

double ParseNumber(std::string_view text) {
    const std::string plain = WithPlainMinus(Trimmed(text));
    if (plain.empty()) throw Error("there is no number", {}, std::string(kExpected));
    if (const auto corrected = WithPointForComma(plain)) {
        throw Error(Quoted(plain) + " has a decimal comma", {},
                    "write a decimal point: " + *corrected);
    }
    const size_t slash = plain.find('/');
    if (slash == std::string::npos) return static_cast<double>(ParseFactor(plain, plain));
    const std::string_view view = plain;
    const long double dividend = ParseFactor(view.substr(0, slash), view);
    const long double divisor = ParseFactor(view.substr(slash + 1), view);
    if (divisor == 0) {
        throw Error(Quoted(plain) + " divides by 0", {}, "write another number behind the /");
    }
    return static_cast<double>(dividend / divisor);
}

double InverseSquareRoot(double x) {
    // Through long double: 1/sqrt(2) in doubles alone is rounded twice and misses by one unit.
    return static_cast<double>(1.0L / std::sqrt(static_cast<long double>(x)));
}

}  // namespace decodescope
