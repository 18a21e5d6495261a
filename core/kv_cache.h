// The keys and values of every position processed so far, one pair of matrices per layer.
//
//              kv_width = kv_heads · head_dim
//            +--------+--------+
// position 0 | head 0 | head 1 |   Rows are only ever appended. A past row never changes, so the
//          1 |        |        |   cache as it stood after t positions is simply its first t rows.
//            +--------+--------+
#pragma once

#include <cassert>
#include <vector>

#include "core/config.h"
#include "core/tensor.h"

namespace decodescope {

template <class T>
class KvCache {
public:
    // The rows [0, positions) of one head, read in place: [positions, head_dim].
    using Rows = Eigen::Map<const Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>;

    explicit KvCache(const Config& config)
        : head_dim_(config.head_dim),
          width_(config.kv_width()),
          layers_(static_cast<size_t>(config.layers)) {}

    // Positions whose K and V stand in every layer.
    int length() const { return layers_.back().length; }
    int length(int layer) const { return At(layer).length; }

    // Room for this many positions, so that appending up to there moves nothing.
    void Reserve(int positions) {
        for (Layer& layer : layers_) layer.Reserve(positions, width_);
    }

    // Adds the row behind the last one: k, v are [kv_width]. The only way anything gets in.
    void Append(int layer, const T* k, const T* v) {
        assert(layer == 0 || At(layer).length < At(layer - 1).length);
        layers_[static_cast<size_t>(layer)].Append(k, v, width_);
    }

    Rows Keys(int layer, int kv_head, int positions) const {
        return RowsOf(At(layer).keys, kv_head, positions);
    }
    Rows Values(int layer, int kv_head, int positions) const {
        return RowsOf(At(layer).values, kv_head, positions);
    }

private:
    struct Layer {
        std::vector<T> keys;    // [length, kv_width]
        std::vector<T> values;  // [length, kv_width]
        int length = 0;

        void Reserve(int positions, int width) {
            const size_t size = static_cast<size_t>(positions) * static_cast<size_t>(width);
            keys.reserve(size);
            values.reserve(size);
        }
        void Append(const T* k, const T* v, int width) {
            keys.insert(keys.end(), k, k + width);
            values.insert(values.end(), v, v + width);
            ++length;
        }
    };

    const Layer& At(int layer) const { return layers_[static_cast<size_t>(layer)]; }

    Rows RowsOf(const std::vector<T>& rows, int kv_head, int positions) const {
        assert(static_cast<size_t>(positions) * static_cast<size_t>(width_) <= rows.size());
        return Rows(rows.data() + kv_head * head_dim_, positions, head_dim_,
                    Eigen::OuterStride<>(width_));
    }

    int head_dim_;
    int width_;
    std::vector<Layer> layers_;
};

}  // namespace decodescope
