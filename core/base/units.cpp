#include "core/base/units.h"

#include <algorithm>
#include <cmath>

#include "core/base/number.h"

namespace decodescope {
namespace {

struct Prefix {
    double factor;
    std::string_view sign;
};
constexpr Prefix kPrefixes[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"}, {1e3, "k"},
                                {1, ""},     {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
constexpr const Prefix& kNoPrefix = kPrefixes[5];

// Longer times, each from where the unit before it would round to too many of its own.
struct LongTime {
    double seconds;
    double from;
    std::string_view name;
};
constexpr double kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour, kYear = 365.25 * kDay;
constexpr LongTime kLongTimes[] = {{kYear, 729.5 * kDay, "years"},
                                   {kDay, 47.95 * kHour, "days"},
                                   {kHour, 119.5 * kMinute, "h"},
                                   {kMinute, 119.5, "min"}};

constexpr double kThreeDigitsTo = 999.5;  // what is at least that large rounds to four
constexpr double kGroupedTo = 1e9;
constexpr std::int64_t kShortBytes = 10'000, kWholeTo = 1'000'000'000'000;

std::string Decimals(double number, int decimals, char point) {
    std::string text = FormatFixed(number, decimals);
    std::ranges::replace(text, '.', point);
    return text;
}

// With as many decimals as make three digits.
std::string ThreeDigits(double number, char point) {
    const double size = std::abs(number);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    if (size > 0 && size < 0.995) {
        decimals = std::min(9, 2 - static_cast<int>(std::floor(std::log10(size))));
    }
    return Decimals(number, decimals, point);
}

// The largest prefix that leaves at least 1, once it is rounded to three digits.
const Prefix& PrefixOf(double number) {
    if (number == 0) return kNoPrefix;
    const auto* const found = std::ranges::find_if(kPrefixes, [number](const Prefix& prefix) {
        return std::abs(number) >= prefix.factor * kThreeDigitsTo / 1000;
    });
    return found == std::end(kPrefixes) ? kPrefixes[std::size(kPrefixes) - 1] : *found;
}

}  // namespace

std::string FormatCount(std::int64_t count) {
    std::string digits = std::to_string(count);
    const size_t first = count < 0 ? 1 : 0;
    if (digits.size() - first <= 4) return digits;  // "4 000" is no easier to read
    for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, "\u202F");
    return digits;
}

std::string FormatQuantity(double number, std::string_view unit, char point) {
    if (!std::isfinite(number)) {
        const char* const text = std::isnan(number) ? "NaN" : number < 0 ? "−∞" : "∞";
        return std::string(text) + " " + std::string(unit);
    }
    const Prefix& prefix = PrefixOf(number);
    const std::string sign = std::string(prefix.sign) + std::string(unit);
    return ThreeDigits(number / prefix.factor, point) + (sign.empty() ? "" : " " + sign);
}

std::string FormatThreeDigits(double number, char point) {
    if (!std::isfinite(number) || std::abs(number) >= kGroupedTo) {
        std::string text = FormatFixed(number, 1);
        std::ranges::replace(text, '.', point);
        return text;
    }
    if (std::abs(number) < kThreeDigitsTo) return ThreeDigits(number, point);
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(number))) - 2);
    return FormatCount(std::llround(std::round(number / unit) * unit));
}

std::string FormatBytes(std::int64_t bytes, char point) {
    if (bytes < kShortBytes) return CountText(bytes, "byte");
    return FormatQuantity(static_cast<double>(bytes), "B", point);
}

std::string FormatWhole(std::int64_t count, std::string_view unit, char point) {
    if (count >= kWholeTo) return FormatQuantity(static_cast<double>(count), unit, point);
    return FormatCount(count) + (unit.empty() ? "" : " ") + std::string(unit);
}

std::string FormatSeconds(double seconds, char point) {
    const auto* const found = std::ranges::find_if(kLongTimes, [seconds](const LongTime& unit) {
        return std::isfinite(seconds) && std::abs(seconds) >= unit.from;
    });
    if (found == std::end(kLongTimes)) return FormatQuantity(seconds, "s", point);
    return FormatThreeDigits(seconds / found->seconds, point) + " " + std::string(found->name);
}

}  // namespace decodescope
