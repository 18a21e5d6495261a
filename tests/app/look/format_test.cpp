#include "app/look/format.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Numbers have the set decimals, a real minus, and no negative zero") {
    const NumberFormat three;
    CHECK(FormatNumber(0.33, three) == "0.330");
    CHECK(FormatNumber(-1, three) == "−1.000");
    CHECK(FormatNumber(-0.0001, three) == "0.000");
    CHECK(FormatNumber(0, three, true) == " 0.000");
    CHECK(FormatNumber(-1, three, true) == "−1.000");
    CHECK(FormatNumber(2.0 / 3, {.decimals = 6, .decimal_comma = true}) == "0,666667");
    CHECK(FormatNumber(1.234e12, three) == "1.234e+12");
}

TEST_CASE("What is not a number is shown as what it is") {
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(FormatNumber(std::numeric_limits<double>::quiet_NaN(), {}) == "NaN");
    CHECK(FormatNumber(infinity, {}) == "∞");
    CHECK(FormatExact(-infinity, {}) == "−∞");
}

TEST_CASE("An input looks as typed, an exact number has all digits") {
    CHECK(FormatInput(1, {}) == "1");
    CHECK(FormatInput(-0.5, {}) == "−0.5");
    CHECK(FormatInput(200000, {}) == "200000");
    CHECK(FormatInput(1234567890123.25, {}) == "1234567890123.25");
    CHECK(FormatInput(0.00012, {}) == "0.00012");
    CHECK(FormatInput(1e-9, {}) == "1e-09");
    CHECK(FormatInput(1e22, {}) == "1e+22");
    CHECK(FormatInput(0.5, {.decimals = 3, .decimal_comma = true}) == "0,5");
    CHECK(FormatExact(0.1 + 0.2, {}) == "0.30000000000000004");
}

TEST_CASE("A person may type a comma, a point, either minus, and spaces") {
    CHECK(ParseTypedNumber("0,5") == 0.5);
    CHECK(ParseTypedNumber(" -0.25 ") == -0.25);
    CHECK(ParseTypedNumber("−3") == -3.0);
    CHECK(ParseTypedNumber("+2") == 2.0);
    CHECK(ParseTypedNumber("1e-3") == 0.001);
    CHECK(ParseTypedNumber("1 / 4") == 0.25);
    CHECK(ParseTypedNumber("1/sqrt(4)") == 0.5);
    CHECK(ParseTypedNumber("−∞") == -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(ParseTypedNumber("nan")));
    CHECK(std::isnan(ParseTypedNumber("NaN")));
    for (const char* text : {"", "-", "1.2.3", "two", "1e999", "0,5,", "2,5,1", "1,000.5", "0.7x",
                             "1 2", "0x10", "1e", "--1"}) {
        INFO(text);
        CHECK_THROWS_AS(ParseTypedNumber(text), Error);
    }
}

}  // namespace decodescope
