#include "core/base/expression.h"

#include <cmath>
#include <random>
#include <string>

#include "core/base/error.h"
#include "core/base/number.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("An expression has factors, quotients, roots and brackets") {
    CHECK(Evaluate("1/sqrt(2)") == 0.70710678118654752440);  // the double nearest to 1/√2
    CHECK(Evaluate("1/√2") == Evaluate("1/sqrt(2)"));
    CHECK(Evaluate("1 / √ 2") == Evaluate("1/sqrt(2)"));
    CHECK(Evaluate("1/2") == 0.5);
    CHECK(Evaluate("2*3") == 6);
    CHECK(Evaluate("2·3×4") == 24);
    CHECK(Evaluate("12/3/2") == 2);  // from the left
    CHECK(Evaluate("12/(3/2)") == 8);
    CHECK(Evaluate("sqrt(2*8)") == 4);
    CHECK(Evaluate("√√16") == 2);
    CHECK(Evaluate("√(4)·3") == 6);
    CHECK(Evaluate("-√4") == -2);
    CHECK(Evaluate("−1/2") == -0.5);
    CHECK(Evaluate("3/-4") == -0.75);
    CHECK(Evaluate("1e-2*100") == 1);
}

TEST_CASE("A result is rounded once, at the end") {
    // In doubles alone √2·√2 is 2.0000000000000004.
    CHECK(Evaluate("√2·√2") == 2.0);
    CHECK(Evaluate("1/3·3") == 1.0);
}

TEST_CASE("What is not an expression is refused") {
    for (const char* text :
         {"",     "1+1",   "1-1",     "√",       "√-4",      "2√2",          "(1",
          "1)",   "()",    "sqrt2",   "sqrt",    "1/",       "*2",           "1**2",
          "--1",  "1/0",   "1/(0/2)", "√(-1)",   "1 2",      "1e999",        "x",
          "0.7x", "2,5,1", "1e-400",  "-1e-400", "1e308*10", "1e-308/1e308", "1e300*1e300*1e300"}) {
        INFO(text);
        CHECK_THROWS_AS(Evaluate(text), Error);
    }
}

TEST_CASE("Zero and infinity result where they were written, and nowhere else") {
    CHECK(Evaluate("0*5") == 0);
    CHECK(Evaluate("0/1e308") == 0);
    CHECK(Evaluate("1/inf") == 0);
    CHECK(std::isinf(Evaluate("-inf*2")));
    CHECK(Evaluate("5e-324") > 0);
    CHECK(Evaluate("1e-310") == 1e-310);
    CHECK(Evaluate("0e-999") == 0);
}

TEST_CASE("Endless brackets are refused, not followed") {
    CHECK_THROWS_AS(Evaluate(std::string(100000, '(') + "1"), Error);
    std::string roots;
    for (int i = 0; i < 100000; ++i) roots += "√";
    CHECK_THROWS_AS(Evaluate(roots + "4"), Error);
}

TEST_CASE("Any mixture of the grammar's signs is a number or an error") {
    constexpr const char* kParts[] = {"1",    "2.5", "/", "*",   "(",   ")",  "√",
                                      "sqrt", " ",   "-", "1e3", "nan", "inf"};
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (auto parts = random() % 9; parts > 0; --parts)
            text += kParts[random() % std::size(kParts)];
        try {
            Evaluate(text);
        } catch (const Error& error) {
            CHECK_FALSE(std::string(error.what()).empty());
        }
    }
}

TEST_CASE("A product of two decimals is what multiplication makes of them") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
        const double a = static_cast<double>(random() % 1000),
                     b = static_cast<double>(random() % 1000 + 1);
        CHECK(Evaluate(FormatShortest(a) + "*" + FormatShortest(b)) == a * b);
        CHECK(Evaluate(FormatShortest(a) + "/" + FormatShortest(b)) == a / b);
    }
}

}  // namespace decodescope
