#include "core/kernel/elementary.h"

#include <cmath>

#include "core/kernel/exp_in_lanes.h"

namespace decodescope {
namespace {

// --- A number in two parts, the second what the first one lacks (Dekker, Numer. Math. 18, 1971).

struct TwoParts {
    double high;
    double low;
};

// a + b, exactly.
TwoParts Sum(double a, double b) {
    const double sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

// Two halves of 26 bits, whose products are exact.
TwoParts Halves(double a) {
    const double scaled = a * 0x1.000002p27, high = scaled - (scaled - a);
    return {high, a - high};
}

// a · b, exactly.
TwoParts Product(double a, double b) {
    const TwoParts x = Halves(a), y = Halves(b);
    const double product = a * b;
    const double error = ((x.high * y.high - product) + x.high * y.low + x.low * y.high);
    return {product, error + x.low * y.low};
}

constexpr double kLn2 = ExpConstants<double>::kLn2, kRestOfLn2 = ExpConstants<double>::kRestOfLn2;

// ln x in two parts: x = m · 2ᵏ with m near 1, and ln m = 2 artanh s with s = (m − 1) / (m + 1).
TwoParts Log(double x) {
    constexpr int kTerms = 12;  // s² is below 0.03
    int k = 0;
    double m = std::frexp(x, &k);  // exact
    if (m < 0x1.6a09e6p-1) {       // √½
        m *= 2;
        --k;
    }
    const double numerator = m - 1;  // exact
    const TwoParts denominator = Sum(m, 1.0);
    const double s = numerator / denominator.high;
    const TwoParts found = Product(s, denominator.high);
    const double missing = ((numerator - found.high) - found.low) - s * denominator.low;
    const double square = s * s;
    double series = 0;  // s²/3 + s⁴/5 + ...
    for (int i = kTerms; i > 0; --i) series = square * (1.0 / (2 * i + 1) + series);
    const double rest = missing / denominator.high + s * series;
    const TwoParts sum = Sum(k * kLn2, 2 * s);
    return Sum(sum.high, sum.low + (k * kRestOfLn2 + 2 * rest));
}

// π/2 in three parts: the first two have 33 bits, so that their products with n are exact.
constexpr double kHalfPi[] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69};
constexpr double kPerHalfPi = 0x1.45f306dc9c883p-1;

// r + rest, |r| ≤ π/4: the terms of the series from r³ on, by the factorials of their powers.
double SineOf(TwoParts r) {
    const double square = r.high * r.high;
    double series = 0;
    for (int i = 17; i >= 3; i -= 2) series = square / (i * (i - 1)) * (1 + series) * -1;
    // sin(r + rest) = sin r + rest · cos r
    return r.high + (r.high * series + r.low * (1 - 0.5 * square));
}

double CosineOf(TwoParts r) {
    const double square = r.high * r.high, half = 0.5 * square, near = 1 - half;
    double series = 0;  // r⁴/4! − r⁶/6! + ..., divided by r²/2
    for (int i = 18; i >= 4; i -= 2) series = square / (i * (i - 1)) * (1 + series) * -1;
    // What 1 − r²/2 rounds away is added to the small part.
    return near + (((1 - near) - half) + (-half * series - r.high * r.low));
}

// ½ erfc(x / √2) · exp(x²/2) for x ≥ 0 as a polynomial in (x − 4) / (x + 4), lowest power first.
// Fitted at Chebyshev's nodes with 90 digits; it is off by less than 1e-16.
constexpr double kTail[] = {
    0.09441064130196894,     -0.17039772154845542,   0.12437925533926353,
    -0.07170740733773803,    0.030864804106313298,   -0.008492095482084967,
    0.0005075620751545069,   0.0006388138514064342,  -0.00018718427083182804,
    -4.5554892640417344e-05, 2.864835253218763e-05,  4.631555015543092e-06,
    -4.303578840411054e-06,  -8.294129430235673e-07, 6.615244789367927e-07,
    2.0602260013457762e-07,  -9.412369223644009e-08, -5.2845602685133334e-08,
    9.200678989200624e-09,   1.192568322987461e-08,  3.899789021969231e-10,
    -2.0206904361824695e-09, -3.708700695809419e-10, 1.8544963358123816e-10,
    5.3865259548807634e-11};
constexpr int kTailTerms = sizeof(kTail) / sizeof(kTail[0]);

}  // namespace

double Exp(double x) { return ExpInLanes<Lanes<double, 1>>(x); }
float Exp(float x) { return ExpInLanes<Lanes<float, 1>>(x); }

double Power(double base, double exponent) {
    const TwoParts log = Log(base);
    const TwoParts product = Product(exponent, log.high);
    return ExpInLanes<Lanes<double, 1>>(product.high, product.low + exponent * log.low);
}

SineAndCosine SineAndCosineOf(double angle) {
    constexpr double kRounder = 0x1.8p52;  // adding and subtracting it rounds to a whole number
    const double n = (angle * kPerHalfPi + kRounder) - kRounder;
    const double first = angle - n * kHalfPi[0];
    const TwoParts second = Sum(first, -n * kHalfPi[1]);
    const TwoParts r = Sum(second.high, second.low - n * kHalfPi[2]);
    const double sine = SineOf(r), cosine = CosineOf(r);
    const double quarter = n - 4 * std::floor(n / 4);
    if (quarter == 1) return {cosine, -sine};
    if (quarter == 2) return {-sine, -cosine};
    if (quarter == 3) return {-cosine, sine};
    return {sine, cosine};
}

double NormalCdf(double x) {
    const double size = std::fabs(x);
    double upper = 0;
    if (!(size > 40)) {
        const double t = (size - 4) / (size + 4);
        double tail = 0;
        for (int i = kTailTerms - 1; i >= 0; --i) tail = tail * t + kTail[i];
        const TwoParts square = Product(size, size);
        upper = tail * ExpInLanes<Lanes<double, 1>>(-0.5 * square.high, -0.5 * square.low);
    }
    return x < 0 ? upper : 1 - upper;
}

}  // namespace decodescope
