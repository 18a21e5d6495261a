// References: the same functions of the C library in the next wider type.
#include "core/kernel/elementary.h"

#include <cfloat>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How far `found` is from `exact`, in distances between numbers of its type around there.
template <class T, class Wider>
double UlpsBetween(T found, Wider exact) {
    if (std::isinf(found)) return exact > std::numeric_limits<T>::max() ? 0.0 : kInfinity;
    int exponent = 0;
    std::frexp(exact, &exponent);
    const int least = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
    const int last_digit = std::max(exponent - std::numeric_limits<T>::digits, least);
    return static_cast<double>(std::fabs(static_cast<Wider>(found) - exact) /
                               std::ldexp(Wider(1), last_digit));
}

double Uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

TEST_CASE("exp is right to an ulp at every exponent, in both precisions") {
    std::mt19937_64 random(1);
    double worst = 0, worst_float = 0;
    // Beyond ±2¹⁰ every result is 0 or infinite, which the largest exponents check as well.
    for (int exponent = -1070; exponent <= 1023; ++exponent) {
        for (int i = 0; i < 40; ++i) {
            const double sign = i % 2 == 0 ? 1.0 : -1.0;
            const double x = sign * std::ldexp(1.0 + Uniform(random), exponent);
            worst = std::max(worst, UlpsBetween(Exp(x), std::exp(static_cast<long double>(x))));
            const auto single = static_cast<float>(x);
            worst_float = std::max(worst_float,
                                   UlpsBetween(Exp(single), std::exp(static_cast<double>(single))));
        }
    }
    // Where results are neither 0 nor infinite, and where they are below the normal numbers.
    for (int i = 0; i < 20000; ++i) {
        const double x = 1500 * Uniform(random) - 760;
        worst = std::max(worst, UlpsBetween(Exp(x), std::exp(static_cast<long double>(x))));
        const auto single = static_cast<float>(200 * Uniform(random) - 108);
        worst_float =
            std::max(worst_float, UlpsBetween(Exp(single), std::exp(static_cast<double>(single))));
    }
    CHECK(worst <= 1.0);
    CHECK(worst_float <= 1.0);
}

TEST_CASE("exp of special numbers is what the standard says") {
    CHECK(Exp(0.0) == 1.0);
    CHECK(Exp(-0.0) == 1.0);
    CHECK(Exp(-kInfinity) == 0.0);
    CHECK(Exp(kInfinity) == kInfinity);
    CHECK(std::isnan(Exp(std::nan(""))));
    CHECK(Exp(0.0f) == 1.0f);
    CHECK(Exp(-std::numeric_limits<float>::infinity()) == 0.0f);
    CHECK(std::isinf(Exp(std::numeric_limits<float>::max())));
    CHECK(std::isnan(Exp(std::nanf(""))));
}

TEST_CASE("A power is right to an ulp for every base and exponent that RoPE may have") {
    std::mt19937_64 random(2);
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        const double base = std::ldexp(1.0 + Uniform(random), static_cast<int>(random() % 40) - 10);
        const double exponent = -Uniform(random);
        worst = std::max(worst, UlpsBetween(Power(base, exponent),
                                            std::pow(static_cast<long double>(base),
                                                     static_cast<long double>(exponent))));
    }
    CHECK(worst <= 1.0);
    CHECK(Power(10000.0, 0.0) == 1.0);
    CHECK(Power(10000.0, -0.5) == 0.01);
}

TEST_CASE("Sine and cosine are right to an ulp for angles up to a million") {
    std::mt19937_64 random(3);
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        double angle = Uniform(random) * std::pow(10.0, i % 10 - 3);
        if (i % 3 == 0) angle = std::round(angle);  // as a position times 1
        if (i % 5 == 0) angle = -angle;
        const SineAndCosine of = SineAndCosineOf(angle);
        worst = std::max({worst, UlpsBetween(of.sine, std::sin(static_cast<long double>(angle))),
                          UlpsBetween(of.cosine, std::cos(static_cast<long double>(angle)))});
    }
    CHECK(worst <= 1.0);
    CHECK(SineAndCosineOf(0).sine == 0.0);
    CHECK(SineAndCosineOf(0).cosine == 1.0);
}

TEST_CASE("Near multiples of π/2 the sine keeps all of its digits") {
    for (int n = 1; n < 100000; n += 7) {
        const double angle = n * std::numbers::pi;  // rounded: its sine is what that took away
        const auto exact = std::sin(static_cast<long double>(angle));
        REQUIRE(UlpsBetween(SineAndCosineOf(angle).sine, exact) <= 1.0);
    }
}

TEST_CASE("The share of a normal distribution below x has 14 digits, far out as well") {
    std::mt19937_64 random(4);
    for (int i = 0; i < 20000; ++i) {
        const double x = (2 * Uniform(random) - 1) * (i % 2 == 0 ? 5 : 37);
        const long double exact =
            0.5L * std::erfc(-static_cast<long double>(x) / std::numbers::sqrt2_v<long double>);
        const auto error = static_cast<double>(std::fabs((NormalCdf(x) - exact) / exact));
        REQUIRE(error <= 3e-15);
    }
    CHECK(NormalCdf(0) == 0.5);
    CHECK(NormalCdf(kInfinity) == 1.0);
    CHECK(NormalCdf(-kInfinity) == 0.0);
    CHECK(std::isnan(NormalCdf(std::nan(""))));
}

}  // namespace
}  // namespace decodescope
