// The keys and values of every position processed so far, one pair of matrices per layer.
//
//              kv_width = kv_heads · head_dim
//            +--------+--------+
// position 0 | head 0 | head 1 |   Rows are only ever appended. A past row never changes, so the
//          1 |        |        |   cache as it was after t positions is simply its first t rows.
//            +--------+--------+
//
// A cache may share all rows of another one as its prefix. Nothing is appended to that one any
// more; this one holds only its own rows, those after the prefix
// (docs/decisions/0021-shared-prefixes.md).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "core/base/numbers.h"
#include "core/kernel/packed_matrix.h"

namespace decodescope {

struct Model;

class KvCache {
public:
    // Empty, in the model's precision.
    explicit KvCache(const Model& model);

    // Shares all rows of `prefix`, which has no shared prefix itself.
    explicit KvCache(std::shared_ptr<const KvCache> prefix);

    // Positions whose K and V are in every layer.
    int length() const { return length(layers_ - 1); }
    int length(int layer) const;

    // Positions whose rows are those of the shared prefix; 0 where there is none.
    int shared_length() const { return prefix_ ? prefix_->length() : 0; }
    const KvCache* prefix() const { return prefix_.get(); }
    int own_length() const { return length() - shared_length(); }

    // Of its own rows, in all layers.
    std::int64_t own_bytes() const;

    // Room for this many positions, so that appending up to there moves nothing.
    void Reserve(int positions);

    // Adds the row after the last one of a layer: k, v are [kv_width]. The only way anything gets
    // in.
    void Append(int layer, Numbers k, Numbers v);

    // A whole row of a cache without a shared prefix, all heads side by side: [kv_width].
    Numbers KeyRow(int layer, int position) const;
    Numbers ValueRow(int layer, int position) const;

    // --- For the engine: rows as they are stored. T must be the cache's precision.

    // K and V of some positions in one layer.
    template <class T>
    struct Rows {
        PackedMatrix<T> keys;     // [positions, kv_width]
        AlignedVector<T> values;  // the same row by row; kernels may read a panel's width past it
        int width = 0;

        int positions() const { return static_cast<int>(keys.rows()); }
    };

    // All rows of a layer: first those of the shared prefix, null where there is none, then its
    // own. Valid until the cache changes.
    template <class T>
    std::array<const Rows<T>*, 2> RowsOf(int layer) const {
        return {prefix_ ? &prefix_->At<T>(layer) : nullptr, &At<T>(layer)};
    }

private:
    template <class T>
    using Layers = std::vector<Rows<T>>;

    template <class T>
    const Rows<T>& At(int layer) const {
        return std::get<Layers<T>>(rows_)[static_cast<size_t>(layer)];
    }

    int layers_;
    int width_;
    std::variant<Layers<double>, Layers<float>> rows_;  // the cache's own
    std::shared_ptr<const KvCache> prefix_;             // null: none is shared
};

}  // namespace decodescope
