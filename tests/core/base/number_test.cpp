#include "core/base/number.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/errors.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double ReadBack(const std::string& text) {
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

TEST_CASE("A number is written as the shortest decimal, with a point") {
    CHECK(FormatShortest(0.0) == "0");
    CHECK(FormatShortest(-0.0) == "-0");
    CHECK(FormatShortest(1.0) == "1");
    CHECK(FormatShortest(0.1) == "0.1");
    CHECK(FormatShortest(1e-5) == "1e-5");
    CHECK(FormatShortest(-2.5e20) == "-2.5e20");
    CHECK(FormatShortest(0.1 + 0.2) == "0.30000000000000004");
    CHECK(FormatShortest(static_cast<double>(0.1f)) == "0.10000000149011612");
    CHECK(FormatShortest(std::nan("")) == "NaN");
    CHECK(FormatShortest(kInfinity) == "Infinity");
    CHECK(FormatShortest(-kInfinity) == "-Infinity");
}

TEST_CASE("What is written reads back to the same double") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 100000; ++i) {
        const double number = std::bit_cast<double>(random());
        if (!std::isfinite(number)) continue;
        const double again = ReadBack(FormatShortest(number));
        REQUIRE(std::bit_cast<std::uint64_t>(again) == std::bit_cast<std::uint64_t>(number));
    }
    CHECK(ReadBack(FormatShortest(5e-324)) == 5e-324);
}

TEST_CASE("A person may type decimals, fractions and square roots") {
    CHECK(ParseNumber("0.33") == 0.33);
    CHECK(ParseNumber(" -2 ") == -2.0);
    CHECK(ParseNumber("+2") == 2.0);
    CHECK(ParseNumber("1e-5") == 1e-5);
    CHECK(ParseNumber("\u2212"
                      "1.5") == -1.5);
    CHECK(ParseNumber("3/4") == 0.75);
    CHECK(ParseNumber("-3 / 4") == -0.75);
    CHECK(ParseNumber("sqrt(9)") == 3.0);
    CHECK(ParseNumber("1 / sqrt( 16 )") == 0.25);
    CHECK(std::isnan(ParseNumber("nan")));
    CHECK(ParseNumber("-inf") == -kInfinity);
}

TEST_CASE("One over the square root of two is the double nearest to it") {
    CHECK(ParseNumber("1/sqrt(2)") == 0.70710678118654752440);
    CHECK(InverseSquareRoot(2) == 0.70710678118654752440);
    CHECK(InverseSquareRoot(8) == ParseNumber("1/sqrt(8)"));
    CHECK(InverseSquareRoot(9) == 1.0 / 3.0);
}

TEST_CASE("A decimal comma is answered with the number that was meant") {
    const std::string error = ErrorOf([] { ParseNumber("0,330"); });
    CHECK(error == "'0,330' has a decimal comma, write a decimal point: 0.330");
    CHECK(ErrorOf([] { ParseNumber("1/sqrt(2,5)"); }).find("1/sqrt(2.5)") != std::string::npos);
}

TEST_CASE("What is not a number is an error that says how to write one") {
    for (const char* text : {"", " ", "x", "1 2", "1/", "/2", "1/0", "sqrt(-1)", "sqrt(", "sqrt()",
                             "1e999", "1e-999", "--1", "+-1", "1//2", "0x10", "1.2.3", ")"}) {
        INFO(text);
        CHECK_THROWS_AS(ParseNumber(text), Error);
    }
    CHECK(ErrorOf([] { ParseNumber("x"); }) ==
          "'x' is not a number, write a number such as 0.33, 1e-5, 3/4 or 1/sqrt(2)");
}

TEST_CASE("A decimal comma is explained only where a point in its place makes a number") {
    CHECK_THAT(ErrorOf([] { ParseNumber("0,330"); }),
               Catch::Contains("write a decimal point: 0.330"));
    for (const char* text : {"2,5,1", "1,234.5", "1.2,3", ",5", "5,"}) {
        INFO(text);
        CHECK_THAT(ErrorOf([&] { ParseNumber(text); }), Catch::Contains("is not a number"));
    }
}

TEST_CASE("A number in a range is in it, and NaN in none") {
    CHECK(ParseNumberIn("1/4", 0, 1) == 0.25);
    CHECK(ParseWholeIn<int>("-3", -5, 5) == -3);
    for (const char* text : {"1.01", "-0.1", "nan", "inf"}) {
        CHECK_THROWS_AS(ParseNumberIn(text, 0, 1), Error);
    }
    for (const char* text : {"6", "1.0", "1e0", "", " 1", "1 ", "+1", "0x1"}) {
        CHECK_THROWS_AS(ParseWholeIn<int>(text, 0, 5), Error);
    }
}

TEST_CASE("What float32 cannot hold is refused, not made infinite or 0") {
    for (const double number : {1e39, -1e39, 3.5e38, 1e-46, -1e-300}) {
        CHECK_THROWS_AS(RequireFits(number, Precision::Float32), Error);
        CHECK_NOTHROW(RequireFits(number, Precision::Float64));
    }
    for (const double number : {0.0, -0.0, 3.4e38, 1.5e-45, 1e-40, kInfinity, std::nan("")}) {
        CHECK_NOTHROW(RequireFits(number, Precision::Float32));
    }
}

}  // namespace
}  // namespace decodescope
