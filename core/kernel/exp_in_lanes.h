// exp for every width: the one formula behind Exp and the kernels.
#pragma once

#include "core/kernel/lanes.h"

namespace decodescope {

// x = n · ln 2 + r with a whole n and |r| ≤ ½ ln 2, so that eˣ = 2ⁿ eʳ (Tang, ACM TOMS 15, 1989).
template <class T>
struct ExpConstants;

template <>
struct ExpConstants<float> {
    static constexpr float kLeast = -104.0f;  // e to that is below half of the smallest number
    static constexpr float kMost = 89.0f;     // and to that, above the largest
    static constexpr float kPerLn2 = 0x1.715476p+0f;
    // ln 2 in two parts: n times the first is exact.
    static constexpr float kLn2 = 0x1.63p-1f, kRestOfLn2 = -0x1.bd0106p-13f;
    // Adding and subtracting it rounds to a whole number n, and leaves n + twice the exponent of 1
    // in the low bits of the sum.
    static constexpr float kRounder = 0x1.8p23f + 2 * 127;
    static constexpr int kTerms = 6;  // the next one is below a tenth of an ulp
};

template <>
struct ExpConstants<double> {
    static constexpr double kLeast = -746.0, kMost = 710.0;
    static constexpr double kPerLn2 = 0x1.71547652b82fep+0;
    static constexpr double kLn2 = 0x1.62e42fefa3800p-1, kRestOfLn2 = 0x1.ef35793c76730p-45;
    static constexpr double kRounder = 0x1.8p52 + 2 * 1023;
    static constexpr int kTerms = 12;
};

// 1/2!, 1/3!, ...: the series of (eʳ − 1 − r) / r².
inline constexpr double kExpSeries[] = {
    1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,      1.0 / 720,       1.0 / 5040,
    1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

// e to the x + rest, where rest is far below an ulp of 1. What is no number stays none.
template <class L>
DECODESCOPE_INLINE typename L::V ExpInLanes(typename L::V x, typename L::V rest) {
    using T = typename L::Number;
    using V = typename L::V;
    using Integers = typename L::Integers;
    using C = ExpConstants<T>;
    const V one = L::Broadcast(T(1));
    x = L::IfGreater(L::Broadcast(C::kLeast), x, L::Broadcast(C::kLeast), x);
    x = L::IfGreater(x, L::Broadcast(C::kMost), L::Broadcast(C::kMost), x);

    const V rounder = L::Broadcast(C::kRounder);
    const V rounded = x * L::Broadcast(C::kPerLn2) + rounder;
    const V n = rounded - rounder;
    // r = high − low, where high is exact.
    const V high = x - n * L::Broadcast(C::kLn2);
    const V low = n * L::Broadcast(C::kRestOfLn2) - rest;
    const V r = high - low;

    V series = L::Broadcast(static_cast<T>(kExpSeries[C::kTerms - 1]));
    for (int i = C::kTerms - 2; i >= 0; --i) {
        series = series * r + L::Broadcast(static_cast<T>(kExpSeries[i]));
    }
    // eʳ = 1 + high + small. In double, what the sum rounds away is added to the small part.
    const V small = r * r * series - low;
    V power = one + (high + small);
    if constexpr (sizeof(T) == sizeof(double)) {
        const V sum = one + high;
        power = sum + ((high - (sum - one)) + small);
    }
    // 2ⁿ in two steps, since a result below the normal numbers has a power that no normal number
    // has: the two exponents add up to n + twice the exponent of 1. Bits above them are shifted
    // out.
    const Integers both = L::ToBits(rounded), first = both >> 1, second = both - first;
    constexpr int kFractionBits = FloatFormat<T>::kFractionBits;
    return power * L::FromBits(first << kFractionBits) * L::FromBits(second << kFractionBits);
}

template <class L>
DECODESCOPE_INLINE typename L::V ExpInLanes(typename L::V x) {
    return ExpInLanes<L>(x, L::Broadcast(0));
}

}  // namespace decodescope
