#include "core/kernel/kernels.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <type_traits>
#include <vector>

#include "core/kernel/kernel_tables.h"

namespace decodescope {
namespace {

const KernelTables* TablesOf(Width width) {
    switch (width) {
        case Width::Plain: return kKernelsPlain;
        case Width::Bits128: return kKernels128;
        case Width::Bits256: return kKernels256;
        case Width::Bits512: return kKernels512;
    }
    return nullptr;
}

// Whether the processor has what a width was compiled with.
bool IsHere(Width width) {
    if (TablesOf(width) == nullptr) return false;
#ifdef __x86_64__
    // A processor that has AVX2 has F16C as well.
    if (width == Width::Bits256) return __builtin_cpu_supports("avx2") != 0;
    if (width == Width::Bits512) return __builtin_cpu_supports("avx512f") != 0;
#endif
    return true;
}

std::atomic<Width>& WidthInUse() {
    static std::atomic<Width> width = WidthsHere().back();
    return width;
}

}  // namespace

std::span<const Width> WidthsHere() {
    static const std::vector<Width> widths = [] {
        std::vector<Width> here;
        for (const Width width : {Width::Plain, Width::Bits128, Width::Bits256, Width::Bits512}) {
            if (IsHere(width)) here.push_back(width);
        }
        return here;
    }();
    return widths;
}

template <class T>
const Kernels<T>& KernelsOf(Width width) {
    assert(IsHere(width));
    const KernelTables& tables = *TablesOf(width);
    if constexpr (std::is_same_v<T, float>) {
        return tables.floats;
    } else {
        return tables.doubles;
    }
}

template <class T>
const Kernels<T>& BestKernels() {
    return KernelsOf<T>(WidthInUse());
}

void UseWidth(Width width) {
    assert(IsHere(width));
    WidthInUse() = width;
}

template const Kernels<float>& KernelsOf(Width);
template const Kernels<double>& KernelsOf(Width);
template const Kernels<float>& BestKernels();
template const Kernels<double>& BestKernels();

}  // namespace decodescope
