// The inner loops of a pass, once for each width of vector registers, chosen when the program runs.
//
// All widths give the same bits. A sum of products runs in index order in every lane: lanes are
// different sums, never parts of one, so there is no last step that adds lanes up. A product and a
// sum are rounded one after the other (docs/decisions/0037-the-same-bits-everywhere.md).
#pragma once

#include <cstddef>
#include <span>

namespace decodescope {

// Rows of a matrix that are packed together, number by number (packed_matrix.h): a whole number of
// registers at every width.
constexpr int kPanelRows = 16;

// How the numbers of a panel are stored. Other forms than Numbers are those of files, and float's
// alone; each is an exact float, and so results are the same to the bit.
//
//   Numbers   [in][kPanelRows] numbers of the model's precision
//   F16       the same in half precision
//   BF16      the same, the upper halves of floats
//   Q8_0      for every 32 columns, [kPanelRows] scales in half precision, and [32][kPanelRows]
//             signed bytes that they multiply
enum class StoredForm { Numbers, F16, BF16, Q8_0 };

constexpr int kBlockColumns = 32;  // of Q8_0
constexpr int kScaleBytes = 2 * kPanelRows;
constexpr int kBlockBytes = kScaleBytes + kBlockColumns * kPanelRows;

// Some rows of y = scale · W x + bias: those of one panel.
template <class T>
struct PanelProduct {
    const void* panel;
    const T* bias;  // [count]; null: none
    T* const* y;    // [rows of x]: the numbers from `first` on are written, and only those
    std::ptrdiff_t first;
    int count;  // at most kPanelRows
};

// Several panels, each times several rows. A panel is read once for a few rows at a time.
template <class T>
struct Products {
    const PanelProduct<T>* panels;  // [panel_count]
    int panel_count;
    const T* const* x;  // [rows], each [in]
    int rows;
    int in;
    T scale;
    StoredForm stored;
};

// A head's weighted sum of rows: y = Σ weights[i] · values[i · stride].
template <class T>
struct WeightedSum {
    const T* weights;  // [rows]
    const T* values;   // [rows], each [columns] and `stride` after the one before
    T* y;              // [columns]
};

template <class T>
struct WeightedSums {
    const WeightedSum<T>* sums;  // [count]
    int count;
    int rows;
    std::ptrdiff_t stride;  // values may be read up to kPanelRows past the columns
    int columns;
    bool is_continued;  // the sums go on from what is in y
};

// Rows of the same length, x and y; they may be the same.
template <class T>
struct SoftmaxRows {
    const T* const* x;  // [rows], each [count]
    T* const* y;        // the same
    int rows;
    int count;
};

template <class T>
struct Kernels {
    void (*multiply)(const Products<T>&);
    void (*weighted_sums)(const WeightedSums<T>&);
    // y = exp(x − max) / Σ exp(x − max) of each row; math.h says more.
    void (*softmax)(const SoftmaxRows<T>&);
    // y = silu(gate) · up, and y = gelu_tanh(up), of `count` numbers.
    void (*swiglu)(const T* gate, const T* up, T* y, int count);
    void (*gelu_tanh)(const T* up, T* y, int count);
};

// Bits of a register; Plain is one number at a time, as any processor can do.
enum class Width { Plain, Bits128, Bits256, Bits512 };

// Those that this processor has, the widest last.
std::span<const Width> WidthsHere();

// The kernels of a width that this processor has.
template <class T>
const Kernels<T>& KernelsOf(Width width);

// Those of the widest, or of the width that UseWidth asked for.
template <class T>
const Kernels<T>& BestKernels();

// For tests and benchmarks: what BestKernels gives from now on. The processor must have it.
void UseWidth(Width width);

}  // namespace decodescope
