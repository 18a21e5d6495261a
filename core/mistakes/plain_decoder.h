// A decoder written to be read, row by row, on a list of cache entries that know what they are. Two
// use it: a mistake is made in it by one condition in one line, and the engine's tests hold the
// engine to it as a second way of computing the same.
//
// It shares with the engine what is right in any decoder (RowMath: a matrix times a row, a norm,
// softmax, RoPE) and nothing of what this is about: what is cached, and who sees what. Without a
// mistake it equals the engine to the bit.
#pragma once

#include <vector>

#include "core/engine/row_math.h"
#include "core/mistakes/mistake.h"

namespace decodescope {

// One row of the plain decoder's cache, and where it came from.
struct CacheEntry {
    TokenId token = 0;
    int place = 0;           // in its sequence; negative: padding
    int position = 0;        // that it was given
    int sequence = 0;        // that it belongs to
    bool is_reused = false;  // was there before this run
    std::vector<Row> k, v;   // [layers][kv_width], k as cached: rotated where the model has RoPE

    bool is_padding() const { return place < 0; }
};

using PlainCache = std::vector<CacheEntry>;

// What a query head saw and made of it.
struct HeadAttention {
    std::vector<int> seen;  // entries of the cache, in order
    Row query;              // [head_dim], as scored
    Row scores, weights;    // [seen]
    Row output;             // [head_dim]
};

// One token as a pass processed it.
struct PlainRow {
    TokenId token = 0;
    TokenId embedded_as = 0;  // whose embedding was read; another token's before an edit of it
    int place = 0;            // in the sequence; negative: padding
    int position = 0;         // that it was given
    int entry = 0;            // of the cache, which it wrote
    std::vector<std::vector<HeadAttention>> heads;  // [layers][query_heads]
    Row hidden;                                     // [d_model]

    bool is_padding() const { return place < 0; }
};

// A token at its place in the sequence, given a position.
inline PlainRow PlainRowOf(TokenId token, int place, int position) {
    return {.token = token, .embedded_as = token, .place = place, .position = position};
}

class PlainDecoder {
public:
    // The model must outlive it.
    explicit PlainDecoder(const Model& model, Mistake mistake = Mistake::None)
        : config_(model.config), math_(model), mistake_(mistake) {}

    // Processes the rows in one pass, layer by layer: fills in what they saw and computed, and
    // appends an entry for each to the cache of `sequence`.
    void Process(std::vector<PlainRow>& rows, PlainCache& cache, int sequence = 0) const;

    // [vocabulary_size], from a hidden vector.
    Row Logits(const Row& hidden) const { return math_.Logits(hidden); }

private:
    using Stream = std::vector<Row>;  // [rows], d_model each

    void ProcessLayer(int layer, std::vector<PlainRow>& rows, PlainCache& cache,
                      Stream& stream) const;
    HeadAttention Attend(int layer, int head, const PlainRow& row, const Row& q,
                         const PlainCache& cache) const;
    std::vector<int> Seen(const PlainRow& row, const PlainCache& cache) const;
    Row Mlp(int layer, const Row& x) const;
    Row Residual(const Row& stream, const Row& branch) const;
    Row HeadOf(const Row& row, int head) const;

    const Config& config_;
    RowMath math_;
    Mistake mistake_;
};

}  // namespace decodescope
