#include "app/look/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr std::string_view kMinus = "\u2212";
constexpr double kTooLargeForFixed = 1e7;

// The digits of charconv (never the locale's) as the screen writes them.
std::string ForScreen(std::string_view digits, const NumberFormat& format) {
    std::string text;
    for (size_t i = 0; i < digits.size(); ++i) {
        const char c = digits[i];
        if (c == '-' && i == 0) {
            text += kMinus;
        } else if (c == '.' && format.decimal_comma) {
            text += ',';
        } else {
            text += c;
        }
    }
    return text;
}

std::string NotFinite(double number) {
    if (std::isnan(number)) return "NaN";
    return number < 0 ? std::string(kMinus) + "∞" : "∞";
}

template <class... Arguments>
std::string Digits(double number, Arguments... arguments) {
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, arguments...);
    return std::string(buffer.data(), end.ptr);
}

// The shortest that reads back to the same number. charconv would write 200000 as 2e+05.
std::string ShortestDigits(double number) {
    constexpr double kLeast = 1e-4, kMost = 1e15;
    const double size = std::fabs(number);
    const bool is_plain = size == 0 || (size >= kLeast && size < kMost);
    return is_plain ? Digits(number, std::chars_format::fixed) : Digits(number);
}

// "-0.000" would only confuse: what rounds to zero is written without a sign.
std::string WithoutNegativeZero(std::string digits) {
    if (digits.starts_with('-') && digits.find_first_not_of("-0.") == std::string::npos) {
        digits.erase(0, 1);
    }
    return digits;
}

}  // namespace

std::string FormatNumber(double number, const NumberFormat& format, bool sign_slot) {
    std::string text;
    if (!std::isfinite(number)) {
        text = NotFinite(number);
    } else if (std::fabs(number) >= kTooLargeForFixed) {
        text = ForScreen(Digits(number, std::chars_format::scientific, format.decimals), format);
    } else {
        text = ForScreen(
            WithoutNegativeZero(Digits(number, std::chars_format::fixed, format.decimals)), format);
    }
    if (sign_slot && !text.starts_with(kMinus)) text.insert(0, " ");
    return text;
}

std::string FormatInput(double number, const NumberFormat& format) {
    return std::isfinite(number) ? ForScreen(WithoutNegativeZero(ShortestDigits(number)), format)
                                 : NotFinite(number);
}

std::string FormatExact(double number, const NumberFormat& format) {
    return std::isfinite(number) ? ForScreen(ShortestDigits(number), format) : NotFinite(number);
}

std::string WithDecimalPoint(std::string_view text) {
    std::string plain(text);
    const bool has_point = plain.find('.') != std::string::npos;
    if (!has_point && std::ranges::count(plain, ',') == 1) std::ranges::replace(plain, ',', '.');
    return plain;
}

double ParseTypedNumber(std::string_view text) {
    std::string plain = WithDecimalPoint(text);
    for (const auto& [on_screen, in_files] :
         {std::pair<std::string_view, std::string_view>{"∞", "inf"}, {"NaN", "nan"}}) {
        const size_t at = plain.find(on_screen);
        if (at != std::string::npos) plain.replace(at, on_screen.size(), in_files);
    }
    return ParseNumber(plain);
}

}  // namespace decodescope
