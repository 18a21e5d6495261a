// What the engine makes of single rows (math.h), on rows of doubles: computed in the model's
// precision, so that the results are the engine's to the bit. For code that should be read, not
// fast.
#pragma once

#include <vector>

#include "core/model/model.h"
#include "core/model/tensor_table.h"

namespace decodescope {

using Row = std::vector<double>;  // floats are exact in it

class RowMath {
public:
    // The model must outlive it.
    explicit RowMath(const Model& model) : model_(model) {}

    // E[token], plus P[position] where the model learned positions: [d_model].
    Row Embed(TokenId token, int position) const;

    // One of the norms of a layer, named by its gain, or x where the model has none: [d_model].
    Row Normalize(TensorId gain, int layer, const Row& x) const;

    // Each head of a q or k through its norm, named by its gain, or x where the model has none:
    // [x].
    Row NormalizeHeads(TensorId gain, int layer, const Row& x) const;

    // W x + b with one of a layer's matrices, or x where it is the identity: [out].
    Row MatVec(TensorId weight, int layer, const Row& x) const;

    // The output matrix, or the embedding it is tied to, times a hidden vector: [vocabulary_size].
    Row Logits(const Row& hidden) const;

    // Each head of a q or k rotated to its position, or x where the model has no RoPE: [x].
    Row Rope(const Row& x, int position) const;

    // Each row times x: [rows].
    Row Products(const std::vector<Row>& rows, const Row& x) const;

    // The sum of the rows, each times its weight: [columns]. There must be a row.
    Row WeightedSum(const std::vector<Row>& rows, const Row& weights) const;

    Row Scale(const Row& x, double factor) const;
    Row Softmax(const Row& x) const;
    Row Add(const Row& a, const Row& b) const;

    // The MLP between its matrices; gate is empty but for SwiGLU: [mlp_hidden].
    Row Activate(const Row& gate, const Row& up) const;

    // The nearest numbers that the model's precision has.
    Row Round(const Row& x) const;

private:
    const Model& model_;
};

}  // namespace decodescope
