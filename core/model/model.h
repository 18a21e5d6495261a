// A model: its shape, its words and its weights. A plain value; editing copies it.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/base/tensor.h"
#include "core/model/config.h"
#include "core/model/tokenizer.h"

namespace decodescope {

// y = W x + b, or y = x where there is no matrix.
template <class T>
struct Linear {
    Matrix<T> weight;  // [out, in]; empty: the identity
    Vector<T> bias;    // [out]; empty: none

    bool is_identity() const { return weight.size() == 0; }
};

// RMSNorm uses the gain alone; LayerNorm gain and bias. Both are empty where the model has no norm.
template <class T>
struct Norm {
    Vector<T> gain;  // [d_model]
    Vector<T> bias;  // [d_model]; empty: none
};

template <class T>
struct LayerWeights {
    Norm<T> attention_norm;
    Linear<T> query;             // [query_width, d_model]
    Linear<T> key;               // [kv_width, d_model]
    Linear<T> value;             // [kv_width, d_model]
    Linear<T> attention_output;  // [d_model, query_width]

    Norm<T> mlp_norm;
    Linear<T> gate;  // [mlp_hidden, d_model], SwiGLU only
    Linear<T> up;    // [mlp_hidden, d_model]
    Linear<T> down;  // [d_model, mlp_hidden]
};

template <class T>
struct Weights {
    Matrix<T> token_embedding;     // [vocabulary_size, d_model]
    Matrix<T> position_embedding;  // [context_length, d_model], learned positions only
    std::vector<LayerWeights<T>> layers;
    Norm<T> final_norm;
    Linear<T>
        output;  // [vocabulary_size, d_model]; with tied_output its weight is empty and unused
};

struct Model {
    std::string name;
    std::string note;  // what a person should know about it, such as "not trained"
    Config config;
    std::string
        scale_words;  // how its attention scale was written, "1/sqrt(2)"; empty: as a number
    Tokenizer tokenizer;
    std::variant<Weights<double>, Weights<float>> weights;

    // What to try first; a recipe may say otherwise.
    std::string example_prompt;
    int example_tokens = 4;

    Precision precision() const {
        return weights.index() == 0 ? Precision::Float64 : Precision::Float32;
    }
};

// Models are shared, never changed: a recipe, its recording and every undo entry may hold the same.
using ModelPtr = std::shared_ptr<const Model>;

// Throws Error naming the first size that does not fit the configuration, or a configuration that
// no model can have (no vocabulary, zero heads, kv_heads that do not divide query_heads, an odd
// head_dim under RoPE, ...). What passes here can be run; engine code only asserts it.
void Validate(const Model& model);

// The part of it that looks at the configuration alone.
void Validate(const Config& config);

}  // namespace decodescope
