// A model: its shape, its words and its weights. A plain value; editing copies it.
//
// Most of the program asks a model for its shape and its words alone, so this header knows no
// matrix: who wants the weights includes weights.h.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "core/base/numbers.h"
#include "core/model/config.h"
#include "core/model/stored_number.h"
#include "core/tokenizer/tokenizer.h"

namespace decodescope {

template <class T>
struct Weights;

// The weights in the model's precision. A value: a copy has weights of its own.
class ModelWeights {
public:
    using Either = std::variant<Weights<double>, Weights<float>>;

    ModelWeights();
    ModelWeights(Weights<double> weights);
    ModelWeights(Weights<float> weights);
    ModelWeights(const ModelWeights& other);
    ModelWeights(ModelWeights&& other) noexcept;
    ModelWeights& operator=(ModelWeights other) noexcept;
    ~ModelWeights();

    Either& operator*() { return *either_.get(); }
    const Either& operator*() const { return *either_.get(); }

private:
    std::unique_ptr<Either> either_;  // never null but where it was moved from
};

struct Model {
    std::string name;
    std::string note;  // what a person should know about it, such as "not trained"
    Config config;
    std::string
        scale_words;  // how its attention scale was written, "1/sqrt(2)"; empty: as a number
    Tokenizer tokenizer;
    ModelWeights weights;
    StoredAt stored_at;  // how a file has the weights; empty: they are from no file that says it

    // What to try first; a recipe may say otherwise.
    std::string example_prompt;
    int example_tokens = 4;

    Precision precision() const;
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
