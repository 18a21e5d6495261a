#include "core/engine/cached_rows.h"

#include "core/kernel/kernels.h"

namespace decodescope {
namespace {

constexpr int kAtOnce = 32;  // panels or heads: a list that needs no memory of its own

// Calls visit(first, count) for up to kAtOnce of [0, total) at a time.
template <class Visit>
void InGroups(int total, Visit visit) {
    for (int first = 0; first < total; first += kAtOnce) {
        visit(first, std::min(kAtOnce, total - first));
    }
}

}  // namespace

template <class T>
void CachedRows<T>::Score(Heads<T> queries, Heads<T> scores, T scale) const {
    const Kernels<T>& kernels = BestKernels<T>();
    const int group = config_.queries_per_kv_head(), head_dim = config_.head_dim;
    // Query heads [head, head + heads), which share a KV head.
    const auto score = [&](const Rows& rows, int first, int count, int kv_head, int head,
                           int heads) {
        std::array<const T*, kAtOnce> x;
        std::array<T*, kAtOnce> y;
        for (int h = 0; h < heads; ++h) {
            x[static_cast<size_t>(h)] = queries[head + h];
            y[static_cast<size_t>(h)] = scores[head + h];
        }
        InGroups((count + kPanelRows - 1) / kPanelRows, [&](int first_panel, int panel_count) {
            std::array<PanelProduct<T>, kAtOnce> panels;
            for (int p = 0; p < panel_count; ++p) {
                const int panel = first_panel + p, row = panel * kPanelRows;
                panels[static_cast<size_t>(p)] = {rows.keys.Panel(panel, kv_head * head_dim),
                                                  nullptr, y.data(), first + row,
                                                  std::min(kPanelRows, count - row)};
            }
            kernels.multiply({panels.data(), panel_count, x.data(), heads, head_dim, scale,
                              StoredForm::Numbers});
        });
    };
    ForEachPart([&](const Rows& rows, int first, int count) {
        for (int kv_head = 0; kv_head < config_.kv_heads; ++kv_head) {
            InGroups(group, [&](int head, int heads) {
                score(rows, first, count, kv_head, kv_head * group + head, heads);
            });
        }
    });
}

template <class T>
void CachedRows<T>::SumValues(Heads<T> weights, Heads<T> outputs) const {
    const Kernels<T>& kernels = BestKernels<T>();
    const int head_dim = config_.head_dim;
    ForEachPart([&](const Rows& rows, int first, int count) {
        InGroups(config_.query_heads, [&](int head, int heads) {
            std::array<WeightedSum<T>, kAtOnce> sums;
            for (int h = 0; h < heads; ++h) {
                const T* const values = rows.values.data() + config_.KvHeadOf(head + h) * head_dim;
                sums[static_cast<size_t>(h)] = {weights[head + h] + first, values,
                                                outputs[head + h]};
            }
            kernels.weighted_sums({sums.data(), heads, count, rows.width, head_dim, first > 0});
        });
    });
}

template <class T>
void SoftmaxOfHeads(Heads<T> x, Heads<T> y, int heads, int count) {
    InGroups(heads, [&](int first, int some) {
        std::array<const T*, kAtOnce> from;
        std::array<T*, kAtOnce> to;
        for (int h = 0; h < some; ++h) {
            from[static_cast<size_t>(h)] = x[first + h];
            to[static_cast<size_t>(h)] = y[first + h];
        }
        BestKernels<T>().softmax({from.data(), to.data(), some, count});
    });
}

template class CachedRows<float>;
template class CachedRows<double>;
template void SoftmaxOfHeads(Heads<float>, Heads<float>, int, int);
template void SoftmaxOfHeads(Heads<double>, Heads<double>, int, int);

}  // namespace decodescope
