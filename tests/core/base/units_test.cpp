#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "core/base/number.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Counts are grouped once they are long") {
    CHECK(FormatCount(4000) == "4000");
    CHECK(FormatCount(32000) == "32\u202F000");
    CHECK(FormatCount(1234567) == "1\u202F234\u202F567");
    CHECK(FormatCount(-32000) == "-32\u202F000");
}

TEST_CASE("Quantities have three digits and a prefix") {
    CHECK(FormatQuantity(4.105e-3, "s") == "4.11 ms");
    CHECK(FormatQuantity(1.35e10, "B", ',') == "13,5 GB");
    CHECK(FormatQuantity(989.5e12, "FLOP/s") == "990 TFLOP/s");
    CHECK(FormatQuantity(0, "s") == "0.00 s");
    CHECK(FormatQuantity(6.607e9, "") == "6.61 G");
    CHECK(FormatQuantity(524, "") == "524");
    CHECK(FormatQuantity(999.9e-6, "s") == "1.00 ms");
    CHECK(FormatThreeDigits(295.37) == "295");
    CHECK(FormatThreeDigits(0.98765) == "0.988");
    CHECK(FormatThreeDigits(25204) == "25\u202F200");
}

TEST_CASE("Times have the unit that leaves one to three digits before the point") {
    CHECK(FormatSeconds(1.5) == "1.50 s");
    CHECK(FormatSeconds(50e-6) == "50.0 µs");
    CHECK(FormatSeconds(123e-9, ',') == "123 ns");
    CHECK(FormatSeconds(0.00125, ',') == "1,25 ms");
    CHECK(FormatSeconds(std::numeric_limits<double>::infinity()) == "∞ s");
}

TEST_CASE("Times of two minutes and more are minutes, hours, days and years") {
    CHECK(FormatSeconds(119) == "119 s");
    CHECK(FormatSeconds(119.7) == "2.00 min");
    CHECK(FormatSeconds(1100) == "18.3 min");
    CHECK(FormatSeconds(119.7 * 60) == "2.00 h");
    CHECK(FormatSeconds(36000, ',') == "10,0 h");
    CHECK(FormatSeconds(47.97 * 3600) == "2.00 days");
    CHECK(FormatSeconds(86400 * 365) == "365 days");
    CHECK(FormatSeconds(86400 * 730.5) == "2.00 years");
    CHECK(FormatSeconds(86400 * 365.25 * 25200) == "25\u202F200 years");
}

// No time is shown as more than 120 seconds, 120 minutes, 48 hours or 730 days.
TEST_CASE("Whatever the time, what is shown is within half a percent of it") {
    constexpr std::pair<std::string_view, double> kUnits[] = {
        {"ns", 1e-9}, {"µs", 1e-6}, {"ms", 1e-3},    {"s", 1},
        {"min", 60},  {"h", 3600},  {"days", 86400}, {"years", 365.25 * 86400}};
    for (double seconds = 1e-9; seconds < 3e10; seconds *= 1.01) {
        const std::string text = FormatSeconds(seconds);
        const size_t space = text.rfind(' ');
        const auto* const unit = std::ranges::find(kUnits, std::string_view(text).substr(space + 1),
                                                   &std::pair<std::string_view, double>::first);
        INFO(seconds << " as " << text);
        REQUIRE(unit != std::end(kUnits));
        CHECK(ParseNumber(text.substr(0, space)) * unit->second == Approx(seconds).epsilon(0.0051));
        CHECK(ParseNumber(text.substr(0, space)) < 1000);
    }
}

TEST_CASE("Bytes are exact while they are few or where all of them are wanted") {
    CHECK(FormatBytes(1) == "1 byte");
    CHECK(FormatBytes(3328) == "3328 bytes");
    CHECK(FormatBytes(48432) == "48.4 kB");
    CHECK(FormatBytes(60812345, ',') == "60,8 MB");
    CHECK(FormatWhole(67108864, "B") == "67\u202F108\u202F864 B");
    CHECK(FormatWhole(1374389534720, "B") == "1.37 TB");
    CHECK(FormatWhole(25206, "") == "25\u202F206");
    CHECK(FormatWhole(1374389534720, "", ',') == "1,37 T");
}

// 10^k and its neighbours in three digits, where a prefix or a number of decimals changes.
TEST_CASE("Every quantity from a nanosecond to a petabyte has exactly three digits") {
    for (int power = -9; power < 17; ++power) {
        for (const double factor : {1.0, 1.004, 1.006, 3.14159, 9.949, 9.951, 9.994, 9.996}) {
            const double number = factor * std::pow(10.0, power);
            const std::string text = FormatQuantity(number, "x");
            const std::string digits = text.substr(0, text.find(' '));
            INFO(number << " as " << text);
            CHECK(std::count_if(digits.begin(), digits.end(),
                                [](char c) { return '0' <= c && c <= '9'; }) == 3);
            CHECK(ParseNumber(digits) >= 1);
        }
    }
}

}  // namespace decodescope
