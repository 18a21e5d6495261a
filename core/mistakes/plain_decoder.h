// A decoder to make mistakes with: written to be read, row by row, on a list of cache entries.
//
// It shares with the engine what is right in any decoder (a matrix times a row, a norm, softmax,
// RoPE: core/math.h) and nothing of what this is about: what is cached, and who sees what. Without
// a mistake it equals the engine to the bit.
#pragma once

#include "core/mistakes/broken_run.h"

namespace decodescope {

template <class T>
class PlainDecoder {
public:
    // The model's weights must be of precision T.
    PlainDecoder(const Model& model, Mistake mistake);

    // Processes the rows in one pass, layer by layer: fills in what they saw and computed, and
    // appends an entry for each to the cache of `sequence`.
    void Process(std::vector<BrokenRow>& rows, PlainCache& cache, int sequence) const;

    // [vocabulary_size], from a hidden vector.
    Row Logits(const Row& hidden) const;

private:
    using Stream = std::vector<Vector<T>>;  // [rows], d_model each

    Vector<T> Embed(const BrokenRow& row) const;
    void ProcessLayer(int layer, std::vector<BrokenRow>& rows, PlainCache& cache,
                      Stream& stream) const;
    Vector<T> Attend(int layer, BrokenRow& row, const Vector<T>& q, const PlainCache& cache) const;
    HeadAttention Look(int layer, int head, const BrokenRow& row, const Vector<T>& q,
                       const PlainCache& cache) const;
    std::vector<int> Seen(const BrokenRow& row, const PlainCache& cache) const;
    Vector<T> Mlp(const LayerWeights<T>& weights, const Vector<T>& x) const;
    Vector<T> Normed(const Norm<T>& norm, const Vector<T>& x) const;
    Vector<T> Turned(const Vector<T>& x, int heads, int position) const;
    Vector<T> Times(const Linear<T>& linear, const Vector<T>& x, int out) const;

    const Config& config_;
    const Weights<T>& weights_;
    Mistake mistake_;
};

extern template class PlainDecoder<double>;
extern template class PlainDecoder<float>;

}  // namespace decodescope
