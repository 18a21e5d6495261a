// The table of families: what models of an architecture are made of, and what their files call it.
//
// GGUF and Hugging Face have names of their own for everything, so that each row has both. A new
// family is a row of kFamilies in families.cpp, and its parts where no other family has the same.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/checkpoint/settings.h"
#include "core/model/config.h"
#include "core/model/tensor_table.h"

namespace decodescope {

enum class Naming { Gguf, HuggingFace };

enum class BiasRule { None, Optional, Required };

// A matrix or a norm, and its bias: NAME.weight and NAME.bias, with the layer's number for N.
struct PartNames {
    TensorId weight;
    std::string_view gguf;
    std::string_view hugging_face;
    BiasRule bias = BiasRule::None;
    int third = -1;  // of a matrix that has Q, K and V one below the other: which; -1: it is whole

    std::string_view In(Naming naming) const {
        return naming == Naming::Gguf ? gguf : hugging_face;
    }
};

struct Family {
    std::string_view name;   // as general.architecture and model_type say
    std::string_view title;  // "Llama"

    Positions positions;
    RopePairs gguf_pairs;  // in a GGUF file; Hugging Face has halves
    NormKind norm;
    bool qk_norm;
    MlpKind mlp;
    bool is_tied_by_default;  // where config.json does not say
    bool has_gpt2_settings;   // n_embd for hidden_size
    bool is_transposed;       // matrices of Hugging Face layers are (in, out)

    std::string_view prefix;  // of names in Hugging Face files; some have none
    std::span<const PartNames> parts;

    const PartNames& NamesOf(TensorId weight) const;
};

// Throws Error that says what is missing to read an architecture that is not in the table.
const Family& FamilyNamed(std::string_view name, const std::string& file);

// The configuration of a model, but for what its tensors say: the vocabulary's size, RoPE's factors
// in a GGUF file, whether its output is tied there, and its tokens. Throws Error naming the setting
// that is missing, or that no model of the family has.
Config ConfigOf(const Family& family, Naming naming, const Settings& settings);

// The divisors of RoPE's frequencies in Llama 3 models, from their "rope_scaling".
struct Llama3Scaling {
    double factor, low_frequency_factor, high_frequency_factor, original_context;
};
std::vector<double> RopeFactorsOf(const Llama3Scaling& scaling, const Config& config);

}  // namespace decodescope
