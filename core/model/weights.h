// The weights of a model, and the one walk over all of them.
//
// A part is a projection (matrix and bias) or a norm (gain and bias); a parameter is one matrix or
// vector of a part, or an embedding. Whoever reads, writes, checks, counts or changes all weights
// does it with ForEachPart or ForEachParameter, so that a new weight is added here alone.
#pragma once

#include <vector>

#include "core/base/tensor.h"
#include "core/kernel/packed_matrix.h"
#include "core/model/dataflow.h"

namespace decodescope {

// y = W x + b, or y = x where there is no matrix.
template <class T>
struct Linear {
    PackedMatrix<T> weight;  // [out, in]; empty: the identity
    Vector<T> bias;          // [out]; empty: none

    bool is_identity() const { return weight.size() == 0; }
};

// RMSNorm uses the gain alone; LayerNorm gain and bias. Both are empty where the model has no norm.
template <class T>
struct Norm {
    Vector<T> gain;  // [d_model], or [head_dim] of q and k
    Vector<T> bias;  // as many; empty: none
};

template <class T>
struct LayerWeights {
    Norm<T> attention_norm;
    Linear<T> query;             // [query_width, d_model]
    Linear<T> key;               // [kv_width, d_model]
    Linear<T> value;             // [kv_width, d_model]
    Norm<T> query_norm;          // [head_dim], the same for all heads
    Norm<T> key_norm;            // [head_dim]
    Linear<T> attention_output;  // [d_model, query_width]

    Norm<T> mlp_norm;
    Linear<T> gate;  // [mlp_hidden, d_model], SwiGLU only
    Linear<T> up;    // [mlp_hidden, d_model]
    Linear<T> down;  // [d_model, mlp_hidden]
};

template <class T>
struct Weights {
    PackedMatrix<T> token_embedding;  // [vocabulary_size, d_model]
    Matrix<T> position_embedding;     // [context_length, d_model], learned positions only
    std::vector<LayerWeights<T>> layers;
    Norm<T> final_norm;
    Linear<T> output;  // [vocabulary_size, d_model]; its weight is empty and unused if tied
};

// Where a part is: its two tensors, and its layer (0 outside the layers).
struct PartAt {
    TensorId weight;  // the matrix of a Linear, the gain of a Norm
    TensorId bias;
    int layer;
};

// Calls visit(PartAt, part) for each Linear and Norm of a layer, in the order of a pass. Several
// layers are walked side by side: visit(PartAt, part, the other's part).
template <class Visit, class... Layers>
void ForEachPartOfLayer(int layer, Visit&& visit, Layers&... layers) {
    using Id = TensorId;
    visit(PartAt{Id::AttentionNormGain, Id::AttentionNormBias, layer}, layers.attention_norm...);
    visit(PartAt{Id::QueryWeight, Id::QueryBias, layer}, layers.query...);
    visit(PartAt{Id::KeyWeight, Id::KeyBias, layer}, layers.key...);
    visit(PartAt{Id::ValueWeight, Id::ValueBias, layer}, layers.value...);
    visit(PartAt{Id::QueryNormGain, Id::QueryNormBias, layer}, layers.query_norm...);
    visit(PartAt{Id::KeyNormGain, Id::KeyNormBias, layer}, layers.key_norm...);
    visit(PartAt{Id::AttentionOutputWeight, Id::AttentionOutputBias, layer},
          layers.attention_output...);
    visit(PartAt{Id::MlpNormGain, Id::MlpNormBias, layer}, layers.mlp_norm...);
    visit(PartAt{Id::GateWeight, Id::GateBias, layer}, layers.gate...);
    visit(PartAt{Id::UpWeight, Id::UpBias, layer}, layers.up...);
    visit(PartAt{Id::DownWeight, Id::DownBias, layer}, layers.down...);
}

// The same for the parts after the last layer.
template <class Visit, class... W>
void ForEachPartAfterLayers(Visit&& visit, W&... weights) {
    using Id = TensorId;
    visit(PartAt{Id::FinalNormGain, Id::FinalNormBias, 0}, weights.final_norm...);
    visit(PartAt{Id::OutputWeight, Id::OutputBias, 0}, weights.output...);
}

// All parts of a model's weights, in the order of a pass.
template <class W, class Visit>
void ForEachPart(W& weights, Visit&& visit) {
    for (size_t layer = 0; layer < weights.layers.size(); ++layer) {
        ForEachPartOfLayer(static_cast<int>(layer), visit, weights.layers[layer]);
    }
    ForEachPartAfterLayers(visit, weights);
}

// The matrix of a Linear, the gain of a Norm.
template <class Part>
auto& WeightOf(Part& part) {
    if constexpr (requires { part.gain; }) {
        return part.gain;
    } else {
        return part.weight;
    }
}

// A visitor of parts that calls visit(TensorAt, numbers...) for both parameters of each.
template <class Visit>
auto WithParameters(Visit& visit) {
    return [&visit](PartAt at, auto&... parts) {
        visit(TensorAt{at.weight, at.layer}, WeightOf(parts)...);
        visit(TensorAt{at.bias, at.layer}, parts.bias...);
    };
}

// Calls visit(TensorAt, numbers) for every parameter, in the order of a pass: its PackedMatrix<T>
// or Matrix<T> [rows, columns] or Vector<T>, const where the weights are. What a model lacks is
// visited too, as empty.
template <class W, class Visit>
void ForEachParameter(W& weights, Visit&& visit) {
    visit(TensorAt{TensorId::TokenEmbedding, 0}, weights.token_embedding);
    visit(TensorAt{TensorId::PositionEmbedding, 0}, weights.position_embedding);
    ForEachPart(weights, WithParameters(visit));
}

// Two sets of weights side by side: visit(TensorAt, numbers, other numbers). They must have equally
// many layers.
template <class A, class B, class Visit>
void ForEachParameter(A& a, B& b, Visit&& visit) {
    visit(TensorAt{TensorId::TokenEmbedding, 0}, a.token_embedding, b.token_embedding);
    visit(TensorAt{TensorId::PositionEmbedding, 0}, a.position_embedding, b.position_embedding);
    for (size_t layer = 0; layer < a.layers.size(); ++layer) {
        ForEachPartOfLayer(static_cast<int>(layer), WithParameters(visit), a.layers[layer],
                           b.layers[layer]);
    }
    ForEachPartAfterLayers(WithParameters(visit), a, b);
}

// Calls visit(numbers) for one parameter.
template <class W, class Visit>
void VisitParameter(W& weights, TensorAt at, Visit&& visit) {
    const auto visit_if_it = [&](TensorAt each, auto& numbers) {
        if (each.tensor == at.tensor) visit(numbers);
    };
    if (InfoOf(at.tensor).per_layer) {
        const auto layer = static_cast<size_t>(at.layer);
        return ForEachPartOfLayer(at.layer, WithParameters(visit_if_it), weights.layers[layer]);
    }
    visit_if_it(TensorAt{TensorId::TokenEmbedding, 0}, weights.token_embedding);
    visit_if_it(TensorAt{TensorId::PositionEmbedding, 0}, weights.position_embedding);
    ForEachPartAfterLayers(WithParameters(visit_if_it), weights);
}

}  // namespace decodescope
