// Rows times the matrices of a stage.
#pragma once

#include <span>

#include "core/kernel/packed_matrix.h"
#include "core/kernel/threads.h"

namespace decodescope {

// y = W x + b for each row; b may be empty.
template <class T>
struct Projection {
    const PackedMatrix<T>* matrix;  // [out, in]
    const Vector<T>* bias;          // [out]
    std::span<T* const> y;          // [rows], each [out]
};

// Several matrices times the same rows, as one list of panels that threads share. Each panel is
// read once for all rows, and each number of y is the same to the bit as for its row alone. x:
// [rows], each [in].
template <class T>
void MultiplyRows(Threads& threads, std::span<const T* const> x,
                  std::span<const Projection<T>> projections);

extern template void MultiplyRows(Threads&, std::span<const float* const>,
                                  std::span<const Projection<float>>);
extern template void MultiplyRows(Threads&, std::span<const double* const>,
                                  std::span<const Projection<double>>);

}  // namespace decodescope
