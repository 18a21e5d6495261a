#include "core/checkpoint/families.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/kernel/elementary.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

using Id = TensorId;
constexpr BiasRule kOptional = BiasRule::Optional, kRequired = BiasRule::Required;

// --- Names ---------------------------------------------------------------------------------------

// clang-format off
constexpr PartNames kLlamaParts[] = {
    {Id::TokenEmbedding,        "token_embd",         "embed_tokens"},
    {Id::AttentionNormGain,     "blk.N.attn_norm",    "layers.N.input_layernorm"},
    {Id::QueryWeight,           "blk.N.attn_q",       "layers.N.self_attn.q_proj", kOptional},
    {Id::KeyWeight,             "blk.N.attn_k",       "layers.N.self_attn.k_proj", kOptional},
    {Id::ValueWeight,           "blk.N.attn_v",       "layers.N.self_attn.v_proj", kOptional},
    {Id::QueryNormGain,         "blk.N.attn_q_norm",  "layers.N.self_attn.q_norm"},
    {Id::KeyNormGain,           "blk.N.attn_k_norm",  "layers.N.self_attn.k_norm"},
    {Id::AttentionOutputWeight, "blk.N.attn_output",  "layers.N.self_attn.o_proj", kOptional},
    {Id::MlpNormGain,           "blk.N.ffn_norm",     "layers.N.post_attention_layernorm"},
    {Id::GateWeight,            "blk.N.ffn_gate",     "layers.N.mlp.gate_proj",    kOptional},
    {Id::UpWeight,              "blk.N.ffn_up",       "layers.N.mlp.up_proj",      kOptional},
    {Id::DownWeight,            "blk.N.ffn_down",     "layers.N.mlp.down_proj",    kOptional},
    {Id::FinalNormGain,         "output_norm",        "norm"},
    {Id::OutputWeight,          "output",             "lm_head"},
};

// As Llama's, but for biases of Q, K and V.
constexpr PartNames kQwen2Parts[] = {
    {Id::TokenEmbedding,        "token_embd",         "embed_tokens"},
    {Id::AttentionNormGain,     "blk.N.attn_norm",    "layers.N.input_layernorm"},
    {Id::QueryWeight,           "blk.N.attn_q",       "layers.N.self_attn.q_proj", kRequired},
    {Id::KeyWeight,             "blk.N.attn_k",       "layers.N.self_attn.k_proj", kRequired},
    {Id::ValueWeight,           "blk.N.attn_v",       "layers.N.self_attn.v_proj", kRequired},
    {Id::AttentionOutputWeight, "blk.N.attn_output",  "layers.N.self_attn.o_proj"},
    {Id::MlpNormGain,           "blk.N.ffn_norm",     "layers.N.post_attention_layernorm"},
    {Id::GateWeight,            "blk.N.ffn_gate",     "layers.N.mlp.gate_proj"},
    {Id::UpWeight,              "blk.N.ffn_up",       "layers.N.mlp.up_proj"},
    {Id::DownWeight,            "blk.N.ffn_down",     "layers.N.mlp.down_proj"},
    {Id::FinalNormGain,         "output_norm",        "norm"},
    {Id::OutputWeight,          "output",             "lm_head"},
};

constexpr PartNames kGpt2Parts[] = {
    {Id::TokenEmbedding,        "token_embd",         "wte"},
    {Id::PositionEmbedding,     "position_embd",      "wpe"},
    {Id::AttentionNormGain,     "blk.N.attn_norm",    "h.N.ln_1",         kRequired},
    {Id::QueryWeight,           "blk.N.attn_qkv",     "h.N.attn.c_attn",  kRequired, 0},
    {Id::KeyWeight,             "blk.N.attn_qkv",     "h.N.attn.c_attn",  kRequired, 1},
    {Id::ValueWeight,           "blk.N.attn_qkv",     "h.N.attn.c_attn",  kRequired, 2},
    {Id::AttentionOutputWeight, "blk.N.attn_output",  "h.N.attn.c_proj",  kRequired},
    {Id::MlpNormGain,           "blk.N.ffn_norm",     "h.N.ln_2",         kRequired},
    {Id::UpWeight,              "blk.N.ffn_up",       "h.N.mlp.c_fc",     kRequired},
    {Id::DownWeight,            "blk.N.ffn_down",     "h.N.mlp.c_proj",   kRequired},
    {Id::FinalNormGain,         "output_norm",        "ln_f",             kRequired},
    {Id::OutputWeight,          "output",             "lm_head"},
};

// --- Families ------------------------------------------------------------------------------------

constexpr auto kRope = Positions::Rope, kLearned = Positions::Learned;
constexpr auto kPairs = RopePairs::Interleaved, kHalves = RopePairs::RotateHalf;
constexpr auto kRms = NormKind::RmsNorm, kLayer = NormKind::LayerNorm;
constexpr auto kSwiGlu = MlpKind::SwiGlu, kGelu = MlpKind::GeluTanh;

// The rows of Q and K in a GGUF file of a llama are permuted so that the pairs of RoPE, halves in the
// original, are neighbours. The other families are stored as they were.
constexpr Family kFamilies[] = {
    // name    title    positions  pairs    norm    q, k   MLP      tied   GPT-2  (in, out) prefix         parts
    {"gpt2",  "GPT-2",  kLearned,  kHalves, kLayer, false, kGelu,   true,  true,  true,  "transformer.", kGpt2Parts},
    {"llama", "Llama",  kRope,     kPairs,  kRms,   false, kSwiGlu, false, false, false, "model.",       kLlamaParts},
    {"qwen2", "Qwen2",  kRope,     kHalves, kRms,   false, kSwiGlu, false, false, false, "model.",       kQwen2Parts},
    {"qwen3", "Qwen3",  kRope,     kHalves, kRms,   true,  kSwiGlu, false, false, false, "model.",       kLlamaParts},
};

struct Unread {
    std::string_view name;
    std::string_view missing;
};

// The beginnings of names, and what the engine would have to do for them.
constexpr Unread kUnread[] = {
    {"gemma",      "embeddings scaled by √d, GELU with a gate, norms also after each block"},
    {"mistral",    "attention within a sliding window"},
    {"mixtral",    "a choice of experts"},
    {"qwen2moe",   "a choice of experts"},
    {"qwen2_moe",  "a choice of experts"},
    {"qwen3moe",   "a choice of experts"},
    {"qwen3_moe",  "a choice of experts"},
    {"qwen3next",  "linear attention"},
    {"qwen3_next", "linear attention"},
    {"llama4",     "a choice of experts"},
    {"deepseek",   "latent attention"},
    {"phi",        "parallel blocks or fused matrices"},
    {"gptneox",    "parallel blocks and RoPE of part of a head"},
    {"gpt_neox",   "parallel blocks and RoPE of part of a head"},
    {"gptj",       "parallel blocks and RoPE of part of a head"},
    {"gpt_neo",    "attention within a window"},
    {"falcon",     "parallel blocks"},
    {"bloom",      "ALiBi positions"},
    {"mpt",        "ALiBi positions"},
    {"opt",        "ReLU in the MLP and shifted positions"},
    {"olmo",       "norms after each block"},
    {"granite",    "scaled embeddings, residuals and logits"},
    {"cohere",     "parallel blocks and scaled logits"},
    {"command",    "parallel blocks and scaled logits"},
    {"starcoder",  "multi-query matrices fused or a GELU MLP with RoPE"},
    {"stablelm",   "RoPE of part of a head"},
    {"mamba",      "a state-space model, which has no attention and no KV cache"},
    {"rwkv",       "a recurrent model, which has no attention and no KV cache"},
    {"bert",       "an encoder, which decodes nothing"},
    {"t5",         "an encoder and a decoder"},
};

// --- Settings ------------------------------------------------------------------------------------

constexpr int kWidest = 1 << 20, kMostLayers = 1 << 10, kMostHeads = 1 << 12, kMostContext = 1 << 24;

struct IntegerNames {
    int Config::* field;
    std::string_view gguf, llama, gpt2;  // the last two of config.json
    int most;
    bool is_required;
};

constexpr IntegerNames kIntegers[] = {
    {&Config::d_model,        "embedding_length",        "hidden_size",             "n_embd",      kWidest,      true},
    {&Config::layers,         "block_count",             "num_hidden_layers",       "n_layer",     kMostLayers,  true},
    {&Config::query_heads,    "attention.head_count",    "num_attention_heads",     "n_head",      kMostHeads,   true},
    {&Config::kv_heads,       "attention.head_count_kv", "num_key_value_heads",     "n_head",      kMostHeads,   false},
    {&Config::head_dim,       "attention.key_length",    "head_dim",                "head_dim",    kWidest,      false},
    {&Config::context_length, "context_length",          "max_position_embeddings", "n_positions", kMostContext, true},
    {&Config::mlp_hidden,     "feed_forward_length",     "intermediate_size",       "n_inner",     kWidest,      false},
};
// clang-format on

class ConfigReader {
public:
    ConfigReader(const Family& family, Naming naming, const Settings& settings)
        : family_(family), is_gguf_(naming == Naming::Gguf), settings_(settings) {}

    Config Read() {
        config_.positions = family_.positions;
        if (config_.positions == Positions::Rope)
            config_.rope_pairs = is_gguf_ ? family_.gguf_pairs : RopePairs::RotateHalf;
        config_.norm = family_.norm;
        config_.qk_norm = family_.qk_norm;
        config_.mlp = family_.mlp;
        config_.residuals = config_.has_output_projection = true;
        for (const IntegerNames& names : kIntegers) ReadInteger(names);
        FillIn();
        ReadNorm();
        if (config_.positions == Positions::Rope) ReadRope();
        if (is_gguf_) {
            RejectOfGguf();
        } else {
            ReadActivation();
            RejectOfHuggingFace();
            config_.tied_output =
                settings_.Flag("tie_word_embeddings").value_or(family_.is_tied_by_default);
        }
        return config_;
    }

private:
    std::string Name(std::string_view gguf, std::string_view hugging_face) const {
        return is_gguf_ ? std::string(family_.name) + "." + std::string(gguf)
                        : std::string(hugging_face);
    }

    void ReadInteger(const IntegerNames& names) {
        const std::string name =
            Name(names.gguf, family_.has_gpt2_settings ? names.gpt2 : names.llama);
        if (names.is_required) {
            config_.*names.field = settings_.RequireInteger(name, 1, names.most);
        } else {
            config_.*names.field = settings_.Integer(name, 1, names.most).value_or(0);
        }
    }

    // What is not said follows from the rest.
    void FillIn() {
        if (config_.kv_heads == 0) config_.kv_heads = config_.query_heads;
        if (config_.head_dim == 0) {
            if (config_.d_model % config_.query_heads != 0) {
                throw Wrong("there are " + std::to_string(config_.query_heads) + " heads for " +
                                std::to_string(config_.d_model) + " numbers",
                            "one must divide the other");
            }
            config_.head_dim = config_.d_model / config_.query_heads;
        }
        if (config_.mlp_hidden == 0) {
            if (!family_.has_gpt2_settings) {
                throw Wrong("the file does not say how wide the MLP is",
                            "a model of this architecture needs it");
            }
            config_.mlp_hidden = 4 * config_.d_model;
        }
        config_.attention_scale = InverseSquareRoot(config_.head_dim);
    }

    void ReadNorm() {
        const bool is_rms = config_.norm == NormKind::RmsNorm;
        const std::string name = is_rms
                                     ? Name("attention.layer_norm_rms_epsilon", "rms_norm_eps")
                                     : Name("attention.layer_norm_epsilon", "layer_norm_epsilon");
        config_.norm_eps = settings_.RequireNumber(name);
    }

    // --- RoPE

    void ReadRope() {
        const auto base = settings_.Number(Name("rope.freq_base", "rope_theta"));
        const auto newer = settings_.Number("rope_parameters.rope_theta");
        constexpr double kUsualBase = 10000.0;
        config_.rope_theta = base ? *base : newer.value_or(kUsualBase);
        const std::string scaling = is_gguf_                           ? Name("rope.scaling", "")
                                    : settings_.Has("rope_parameters") ? "rope_parameters"
                                                                       : "rope_scaling";
        const auto type = settings_.Text(scaling + (is_gguf_ ? ".type" : ".rope_type"));
        const auto older = is_gguf_ ? std::nullopt : settings_.Text(scaling + ".type");
        Scale(type ? *type : older.value_or("default"), scaling + ".");
    }

    void Scale(const std::string& type, const std::string& prefix) {
        const auto pairs = static_cast<std::size_t>(config_.head_dim / 2);
        if (type == "none" || type == "default") return;
        if (type == "linear") {
            config_.rope_factors.assign(pairs, Positive(prefix + "factor"));
        } else if (type == "llama3" && !is_gguf_) {
            const Llama3Scaling scaling{Positive(prefix + "factor"),
                                        Positive(prefix + "low_freq_factor"),
                                        Positive(prefix + "high_freq_factor"),
                                        Positive(prefix + "original_max_position_embeddings")};
            if (scaling.low_frequency_factor >= scaling.high_frequency_factor) {
                throw Wrong("low_freq_factor is not less than high_freq_factor", "");
            }
            config_.rope_factors = RopeFactorsOf(scaling, config_);
        } else {
            throw Wrong("RoPE is scaled as '" + PrintableUtf8(type) + "'",
                        "'linear' and 'llama3' are read");
        }
    }

    double Positive(const std::string& name) const {
        const double number = settings_.RequireNumber(name);
        if (number > 0 && std::isfinite(number)) return number;
        throw Wrong(name + " is " + FormatShortest(number), "it must be a positive number");
    }

    // --- What else would change the numbers

    void ReadActivation() {
        const std::string name = family_.has_gpt2_settings ? "activation_function" : "hidden_act";
        const std::string usual = family_.has_gpt2_settings ? "gelu_new" : "silu";
        const std::string act = settings_.Text(name).value_or(usual);
        const bool is_tanh = act == "gelu_new" || act == "gelu_pytorch_tanh" || act == "gelu_fast";
        if (family_.mlp == MlpKind::SwiGlu && (act == "silu" || act == "swish")) return;
        if (family_.mlp == MlpKind::GeluTanh && is_tanh) return;
        if (family_.mlp == MlpKind::GeluTanh && act == "gelu") {
            config_.mlp = MlpKind::Gelu;
            return;
        }
        throw Wrong(name + " is '" + PrintableUtf8(act) + "'",
                    "a " + std::string(family_.title) + " model has '" + usual + "'");
    }

    void RejectOfGguf() const {
        for (const std::string_view name : {"rope.dimension_count", "attention.value_length"}) {
            const auto size = settings_.Integer(Name(name, ""), 0, kWidest);
            const bool is_rope = name.starts_with("rope");
            if (is_rope && config_.positions != Positions::Rope) continue;
            if (size && *size != config_.head_dim) {
                throw Wrong(Name(name, "") + " is " + std::to_string(*size) + ", but a head has " +
                                std::to_string(config_.head_dim) + " numbers",
                            "they must be equal");
            }
        }
        if (settings_.Integer(Name("expert_count", ""), 0, kWidest).value_or(0) > 0) {
            throw Wrong("this model has experts, and the engine cannot choose among them",
                        "open a model without");
        }
    }

    void RejectOfHuggingFace() const {
        struct Rejected {
            std::string_view name;
            std::string_view why;
        };
        constexpr Rejected kFlags[] = {
            {"use_sliding_window", "it attends within a sliding window"},
            {"scale_attn_by_inverse_layer_idx", "its scores are scaled by layer"},
            {"add_cross_attention", "it attends to an encoder"},
        };
        for (const Rejected& rejected : kFlags) {
            if (settings_.Flag(rejected.name).value_or(false)) {
                throw Wrong("this model cannot be computed: " + std::string(rejected.why) + " (" +
                                std::string(rejected.name) + ")",
                            "open another");
            }
        }
        if (!settings_.Flag("scale_attn_weights").value_or(true)) {
            throw Wrong("its scores are not scaled (scale_attn_weights)", "they must be");
        }
        if (settings_.Has("quantization_config.quant_method")) {
            throw Wrong("its weights are quantized for other programs (quantization_config)",
                        "open the original, or a GGUF file of it");
        }
        const double rotated = settings_.Number("partial_rotary_factor").value_or(1.0);
        if (rotated != 1.0) {
            throw Wrong("RoPE rotates only a part of each head (partial_rotary_factor)",
                        "it must rotate all of it");
        }
    }

    Error Wrong(const std::string& problem, const std::string& remedy) const {
        return Error(problem, settings_.file(), remedy);
    }

    const Family& family_;
    const bool is_gguf_;
    const Settings& settings_;
    Config config_;
};

}  // namespace

const PartNames& Family::NamesOf(TensorId weight) const {
    const auto found = std::ranges::find(parts, weight, &PartNames::weight);
    assert(found != parts.end());
    return *found;
}

const Family& FamilyNamed(std::string_view name, const std::string& file) {
    const auto* const found = std::ranges::find(kFamilies, name, &Family::name);
    if (found != std::end(kFamilies)) return *found;
    std::string missing = "an architecture that is not known here";
    for (const Unread& unread : kUnread) {
        if (!name.starts_with(unread.name)) continue;
        missing = "which needs what the engine lacks: " + std::string(unread.missing);
        break;
    }
    throw Error("this is a model of the architecture " + PrintableUtf8(name) + ", " + missing, file,
                "GPT-2, Llama, Qwen2 and Qwen3 are read");
}

Config ConfigOf(const Family& family, Naming naming, const Settings& settings) {
    return ConfigReader(family, naming, settings).Read();
}

// As modeling_rope_utils.py of Hugging Face Transformers: long wavelengths are stretched by the
// factor, short ones are not, and those between by something between.
std::vector<double> RopeFactorsOf(const Llama3Scaling& scaling, const Config& config) {
    std::vector<double> factors;
    for (int pair = 0; pair < config.head_dim / 2; ++pair) {
        const double frequency = Power(config.rope_theta, -2.0 * pair / config.head_dim);
        const double turns = scaling.original_context * frequency / (2 * std::numbers::pi);
        const double share =
            std::clamp((turns - scaling.low_frequency_factor) /
                           (scaling.high_frequency_factor - scaling.low_frequency_factor),
                       0.0, 1.0);
        factors.push_back(1.0 / ((1.0 - share) / scaling.factor + share));
    }
    return factors;
}

}  // namespace decodescope
