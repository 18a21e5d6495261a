#include "core/kernel/multiply.h"

#include <algorithm>
#include <array>

namespace decodescope {
namespace {

constexpr int kAtOnce = 32;  // panels: a list that needs no memory of its own

template <class T>
PanelProduct<T> ProductOf(const Projection<T>& projection, int panel) {
    const int first = panel * kPanelRows;
    const T* const bias = projection.bias->size() > 0 ? projection.bias->data() + first : nullptr;
    const auto rows = static_cast<int>(projection.matrix->rows());
    return {projection.matrix->Panel(panel), bias, projection.y.data(), first,
            std::min(kPanelRows, rows - first)};
}

// The panels [first, end) of all matrices, counted one after the other.
template <class T>
void MultiplyPanels(std::span<const T* const> x, std::span<const Projection<T>> projections,
                    int first, int end) {
    const Kernels<T>& kernels = BestKernels<T>();
    std::array<PanelProduct<T>, kAtOnce> panels;
    Products<T> products{panels.data(),
                         0,
                         x.data(),
                         static_cast<int>(x.size()),
                         static_cast<int>(projections.front().matrix->cols()),
                         T(1),
                         projections.front().matrix->stored_as()};
    const auto flush = [&] {
        kernels.multiply(products);
        products.panel_count = 0;
    };
    int before = 0;  // panels of the matrices so far
    for (const Projection<T>& projection : projections) {
        const int count = projection.matrix->panels();
        if (projection.matrix->stored_as() != products.stored) {
            flush();
            products.stored = projection.matrix->stored_as();
        }
        for (int panel = std::max(0, first - before); panel < std::min(count, end - before);
             ++panel) {
            panels[static_cast<std::size_t>(products.panel_count++)] = ProductOf(projection, panel);
            if (products.panel_count == kAtOnce) flush();
        }
        before += count;
    }
    flush();
}

}  // namespace

template <class T>
void MultiplyRows(Threads& threads, std::span<const T* const> x,
                  std::span<const Projection<T>> projections) {
    if (projections.empty()) return;
    int panels = 0;
    for (const Projection<T>& projection : projections) panels += projection.matrix->panels();
    const Eigen::Index cost = projections.front().matrix->cols() * kPanelRows * std::ssize(x);
    threads.Share(panels, cost,
                  [&](int first, int end) { MultiplyPanels(x, projections, first, end); });
}

template void MultiplyRows(Threads&, std::span<const float* const>,
                           std::span<const Projection<float>>);
template void MultiplyRows(Threads&, std::span<const double* const>,
                           std::span<const Projection<double>>);

}  // namespace decodescope
