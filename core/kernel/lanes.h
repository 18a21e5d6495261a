// Several numbers at once: the vector registers of a processor, or one plain number.
//
// Lanes<float, 8>::V is eight floats on which +, -, * and / work lane by lane, each rounded as a
// single number is. So a formula written with Lanes has the same bits at every width. These are the
// vector extensions that GCC and Clang share; a width that the processor lacks is made of narrower
// ones.
//
// This header and kernels_in_lanes.h are compiled once for each width, with instructions that other
// files must not use. So everything here is inlined, and nothing of the standard library is called.
#pragma once

#include <cstdint>

#define DECODESCOPE_INLINE inline __attribute__((always_inline))

// Before a loop whose length is known: sums that it counts through can stay in registers.
#ifdef __clang__
#define DECODESCOPE_UNROLL _Pragma("unroll")
#else
#define DECODESCOPE_UNROLL _Pragma("GCC unroll 16")
#endif

namespace decodescope {

template <class T>
struct FloatFormat;
template <>
struct FloatFormat<float> {
    using Unsigned = std::uint32_t;
    using Signed = std::int32_t;
    static constexpr int kFractionBits = 23;
};
template <>
struct FloatFormat<double> {
    using Unsigned = std::uint64_t;
    using Signed = std::int64_t;
    static constexpr int kFractionBits = 52;
};

template <class T, int N>
struct Lanes {
    using Number = T;
    static constexpr int kCount = N;
    using Unsigned = typename FloatFormat<T>::Unsigned;
    using Signed = typename FloatFormat<T>::Signed;
    typedef T V __attribute__((vector_size(N * sizeof(T))));
    typedef Signed Integers __attribute__((vector_size(N * sizeof(T))));

    static DECODESCOPE_INLINE V Load(const T* from) {
        V v;
        __builtin_memcpy(&v, from, sizeof v);
        return v;
    }
    static DECODESCOPE_INLINE void Store(V v, T* to) { __builtin_memcpy(to, &v, sizeof v); }

    // x in each lane. Less nothing is x itself, even for −0.
    static DECODESCOPE_INLINE V Broadcast(T x) { return x - V{}; }

    static DECODESCOPE_INLINE T At(V v, int lane) { return v[lane]; }

    // The first of two numbers where a > b, the second elsewhere and where either is no number.
    static DECODESCOPE_INLINE V IfGreater(V a, V b, V yes, V no) { return Choose(a > b, yes, no); }

    static DECODESCOPE_INLINE V ToNumbers(Integers whole) {
        return __builtin_convertvector(whole, V);
    }
    static DECODESCOPE_INLINE Integers ToBits(V v) { return reinterpret_cast<Integers>(v); }
    static DECODESCOPE_INLINE V FromBits(Integers bits) { return reinterpret_cast<V>(bits); }

private:
    static DECODESCOPE_INLINE V Choose(Integers mask, V yes, V no) { return mask ? yes : no; }
};

// One plain number.
template <class T>
struct Lanes<T, 1> {
    using Number = T;
    static constexpr int kCount = 1;
    using Unsigned = typename FloatFormat<T>::Unsigned;
    using Signed = typename FloatFormat<T>::Signed;
    using V = T;
    using Integers = Signed;

    static DECODESCOPE_INLINE V Load(const T* from) { return *from; }
    static DECODESCOPE_INLINE void Store(V v, T* to) { *to = v; }
    static DECODESCOPE_INLINE V Broadcast(T x) { return x; }
    static DECODESCOPE_INLINE T At(V v, int) { return v; }
    static DECODESCOPE_INLINE V IfGreater(V a, V b, V yes, V no) { return a > b ? yes : no; }
    static DECODESCOPE_INLINE V ToNumbers(Integers whole) { return static_cast<V>(whole); }
    static DECODESCOPE_INLINE Integers ToBits(V v) {
        Integers bits;
        __builtin_memcpy(&bits, &v, sizeof bits);
        return bits;
    }
    static DECODESCOPE_INLINE V FromBits(Integers bits) {
        V v;
        __builtin_memcpy(&v, &bits, sizeof v);
        return v;
    }
};

}  // namespace decodescope
