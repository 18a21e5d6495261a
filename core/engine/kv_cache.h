// The keys and values of every position processed so far, one pair of matrices per layer.
//
//              kv_width = kv_heads · head_dim
//            +--------+--------+
// position 0 | head 0 | head 1 |   Rows are only ever appended. A past row never changes, so the
//          1 |        |        |   cache as it stood after t positions is simply its first t rows.
//            +--------+--------+
//
// A cache may begin with all rows of another one, to which nobody appends any more: it shares them
// and holds only its own, those behind them (docs/decisions/0021-shared-prefixes.md).
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/tensor.h"
#include "core/model/config.h"

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

    // Begins with all rows of `beginning`, which has no shared beginning itself.
    explicit KvCache(std::shared_ptr<const KvCache> prefix)
        : head_dim_(prefix->head_dim_),
          width_(prefix->width_),
          layers_(prefix->layers_.size()),
          prefix_(std::move(prefix)) {
        assert(prefix_->prefix_ == nullptr);
    }

    // Positions whose K and V stand in every layer.
    int length() const { return length(static_cast<int>(layers_.size()) - 1); }
    int length(int layer) const { return shared_length() + At(layer).length; }

    // Positions whose rows are those of the shared beginning; 0 where there is none.
    int shared_length() const { return prefix_ ? prefix_->length() : 0; }
    const KvCache* prefix() const { return prefix_.get(); }
    int own_length() const { return length() - shared_length(); }

    // Of its own rows, in all layers.
    std::int64_t own_bytes() const {
        return std::int64_t{2} * own_length() * width_ * static_cast<std::int64_t>(layers_.size()) *
               static_cast<std::int64_t>(sizeof(T));
    }

    // Room for this many positions, so that appending up to there moves nothing.
    void Reserve(int positions) {
        for (Layer& layer : layers_) layer.Reserve(positions, width_);
    }

    // Adds the row behind the last one: k, v are [kv_width]. The only way anything gets in.
    void Append(int layer, const T* k, const T* v) {
        assert(layer == 0 || At(layer).length < At(layer - 1).length);
        layers_[static_cast<size_t>(layer)].Append(k, v, width_);
    }

    // K and V of one layer, each in one block of memory.
    struct LayerRows {
        const T* keys;    // [length, kv_width]
        const T* values;  // [length, kv_width]
        int head_dim;
        int width;

        Rows Keys(int kv_head, int positions) const { return RowsOf(keys, kv_head, positions); }
        Rows Values(int kv_head, int positions) const { return RowsOf(values, kv_head, positions); }

    private:
        Rows RowsOf(const T* rows, int kv_head, int positions) const {
            return Rows(rows + kv_head * head_dim, positions, head_dim,
                        Eigen::OuterStride<>(width));
        }
    };

    // Room in which a shared beginning and the rows behind it are put together, for one layer at a
    // time.
    struct Room {
        std::vector<T> keys, values;
    };

    // All rows of a layer. Those of a cache with a shared beginning are copied into `room`; others
    // are read where they are. Valid until the cache or the room changes.
    LayerRows RowsOf(int layer, Room& room) const {
        const Layer& own = At(layer);
        if (!prefix_) return {own.keys.data(), own.values.data(), head_dim_, width_};
        const Layer& first = prefix_->At(layer);
        const auto join = [](std::vector<T>& to, const std::vector<T>& a, const std::vector<T>& b) {
            to.assign(a.begin(), a.end());
            to.insert(to.end(), b.begin(), b.end());
        };
        join(room.keys, first.keys, own.keys);
        join(room.values, first.values, own.values);
        return {room.keys.data(), room.values.data(), head_dim_, width_};
    }

    // The rows [0, positions) of one head, of a cache without a shared beginning.
    Rows Keys(int layer, int kv_head, int positions) const {
        return InPlace(layer, positions).Keys(kv_head, positions);
    }
    Rows Values(int layer, int kv_head, int positions) const {
        return InPlace(layer, positions).Values(kv_head, positions);
    }

    // A whole row of such a cache, all heads side by side: [kv_width].
    const T* KeyRow(int layer, int position) const {
        return InPlace(layer, position + 1).keys + RowStart(position);
    }
    const T* ValueRow(int layer, int position) const {
        return InPlace(layer, position + 1).values + RowStart(position);
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

    size_t RowStart(int position) const {
        return static_cast<size_t>(position) * static_cast<size_t>(width_);
    }

    LayerRows InPlace(int layer, [[maybe_unused]] int positions) const {
        assert(!prefix_ && positions <= At(layer).length);
        return {At(layer).keys.data(), At(layer).values.data(), head_dim_, width_};
    }

    int head_dim_;
    int width_;
    std::vector<Layer> layers_;              // the cache's own rows
    std::shared_ptr<const KvCache> prefix_;  // null: none is shared
};

}  // namespace decodescope
