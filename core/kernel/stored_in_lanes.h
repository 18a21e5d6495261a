// Weights as files store them, read for every width: the numbers that they are exactly, as floats.
#pragma once

#include "core/kernel/lanes.h"

namespace decodescope {

// Bytes, or numbers of 16 bits, as whole numbers in the lanes.
template <class L, class Small>
DECODESCOPE_INLINE typename L::Integers LoadWhole(const Small* from) {
    if constexpr (L::kCount == 1) return *from;
#if defined(__AVX2__) && !defined(__clang__)
    // GCC 12 would convert them one by one.
    if constexpr (L::kCount == 8 && sizeof(Small) == 2) {
        typedef short Words __attribute__((vector_size(16)));
        Words words;
        __builtin_memcpy(&words, from, sizeof words);
        return reinterpret_cast<typename L::Integers>(__builtin_ia32_pmovzxwd256(words));
    }
    if constexpr (L::kCount == 8 && sizeof(Small) == 1) {
        typedef char Bytes __attribute__((vector_size(16)));
        typedef long long Pair __attribute__((vector_size(16)));
        long long eight;
        __builtin_memcpy(&eight, from, sizeof eight);
        const Bytes bytes = reinterpret_cast<Bytes>(Pair{eight, 0});
        return reinterpret_cast<typename L::Integers>(__builtin_ia32_pmovsxbd256(bytes));
    }
#endif
    if constexpr (L::kCount > 1) {
        typedef Small Few __attribute__((vector_size(L::kCount * sizeof(Small))));
        Few few;
        __builtin_memcpy(&few, from, sizeof few);
        return __builtin_convertvector(few, typename L::Integers);
    }
}

template <class L>
DECODESCOPE_INLINE typename L::V LoadBfloats(const std::uint16_t* from) {
    return L::FromBits(LoadWhole<L>(from) << 16);
}

template <class L>
DECODESCOPE_INLINE typename L::V LoadBytes(const std::int8_t* from) {
    return L::ToNumbers(LoadWhole<L>(from));
}

// Half precision (half.h). Moved into its place in a float, the exponent is short by 112: the
// multiplication is exact, for numbers below the normal ones as well.
template <class L>
DECODESCOPE_INLINE typename L::V LoadHalves(const std::uint16_t* from) {
#ifdef __F16C__
    typedef short Halves __attribute__((vector_size(16)));
    if constexpr (L::kCount == 8) {
        Halves halves;
        __builtin_memcpy(&halves, from, sizeof halves);
        return reinterpret_cast<typename L::V>(__builtin_ia32_vcvtph2ps256(halves));
    }
#endif
    const typename L::Integers half = LoadWhole<L>(from), magnitude = half & 0x7FFF;
    const typename L::Integers is_infinite = (0x7BFF - magnitude) >> 31;  // all bits, or none
    const typename L::V finite = L::FromBits(magnitude << 13) * L::Broadcast(0x1p112f);
    const typename L::Integers bits =
        (L::ToBits(finite) & ~is_infinite) | (((magnitude << 13) | 0x7F800000) & is_infinite);
    return L::FromBits(bits | (half >> 15 << 31));
}

}  // namespace decodescope
