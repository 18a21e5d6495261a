// What one position may attend to in a layer: the cached rows up to its own.
//
// K and V of a cache with a shared prefix are in two parts, one after the other. A score is of one
// row; a weighted sum goes on from the first part to the second, in the order of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/engine/kv_cache.h"
#include "core/model/config.h"

namespace decodescope {

// A part of a row for each query head, as far apart as `stride`.
template <class T>
struct Heads {
    T* first;
    std::ptrdiff_t stride;

    T* operator[](int head) const { return first + head * stride; }
};

template <class T>
class CachedRows {
public:
    // The first `positions` of a layer. The cache must not change while this is in use.
    CachedRows(const Config& config, const KvCache& cache, int layer, int positions)
        : config_(config), parts_(cache.RowsOf<T>(layer)), positions_(positions) {}

    // s = K q · scale of every query head, with the keys of the KV head that it shares.
    // queries: each [head_dim]; scores: each [positions].
    void Score(Heads<T> queries, Heads<T> scores, T scale) const;

    // h = wᵀ V of every query head. weights: as scores; outputs: as queries.
    void SumValues(Heads<T> weights, Heads<T> outputs) const;

private:
    using Rows = KvCache::Rows<T>;

    // Calls visit(rows, first, count): the rows of a part that are among the positions, the first
    // of which is position `first`.
    template <class Visit>
    void ForEachPart(Visit visit) const {
        int first = 0;
        for (const Rows* const rows : parts_) {
            if (rows == nullptr) continue;
            const int count = std::min(rows->positions(), positions_ - first);
            if (count > 0) visit(*rows, first, count);
            first += rows->positions();
        }
    }

    const Config& config_;
    std::array<const Rows*, 2> parts_;
    int positions_;
};

// Each head's softmax (math.h): y = softmax(x), each [count].
template <class T>
void SoftmaxOfHeads(Heads<T> x, Heads<T> y, int heads, int count);

extern template class CachedRows<float>;
extern template class CachedRows<double>;
extern template void SoftmaxOfHeads(Heads<float>, Heads<float>, int, int);
extern template void SoftmaxOfHeads(Heads<double>, Heads<double>, int, int);

}  // namespace decodescope
