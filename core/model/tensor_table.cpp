#include "core/model/tensor_table.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace decodescope {
namespace {

// Short names for the columns of the table below.
using enum Axis;
constexpr PerHead kNone = PerHead::No;
constexpr PerHead kQuery = PerHead::Query;
constexpr PerHead kKv = PerHead::Kv;
constexpr bool kOnce = false, kEachLayer = true;
constexpr bool kParameter = true, kComputed = false;
using V = Value;

// Input lists are named, so that each row of the table stays one line.
constexpr std::array<Value, 0> kGiven{};
constexpr std::array kFromTokens{V::TokenEmbedding, V::PositionEmbedding};
constexpr std::array kFromX{V::X};
constexpr std::array kFromXAndMean{V::X, V::AttentionNormMean};
constexpr std::array kFromAttentionNorm{V::X, V::AttentionNormMean, V::AttentionNormScale,
                                        V::AttentionNormGain, V::AttentionNormBias};
constexpr std::array kFromQueryWeight{V::AttentionInput, V::QueryWeight, V::QueryBias};
constexpr std::array kFromKeyWeight{V::AttentionInput, V::KeyWeight, V::KeyBias};
constexpr std::array kFromValueWeight{V::AttentionInput, V::ValueWeight, V::ValueBias};
constexpr std::array kFromQuery{V::Query};
constexpr std::array kFromKey{V::Key};
constexpr std::array kFromKeyRotated{V::KeyRotated};
constexpr std::array kFromValue{V::ValueVector};
constexpr std::array kFromQueryAndCache{V::QueryRotated, V::CachedKey};
constexpr std::array kFromScores{V::Scores};
constexpr std::array kFromWeightsAndCache{V::AttentionWeights, V::CachedValue};
constexpr std::array kFromHeads{V::HeadOutput, V::AttentionOutputWeight, V::AttentionOutputBias};
constexpr std::array kFromXAndAttention{V::X, V::AttentionOutput};
constexpr std::array kFromResidual{V::ResidualAttention};
constexpr std::array kFromResidualAndMean{V::ResidualAttention, V::MlpNormMean};
constexpr std::array kFromMlpNorm{V::ResidualAttention, V::MlpNormMean, V::MlpNormScale,
                                  V::MlpNormGain, V::MlpNormBias};
constexpr std::array kFromGateWeight{V::MlpInput, V::GateWeight, V::GateBias};
constexpr std::array kFromUpWeight{V::MlpInput, V::UpWeight, V::UpBias};
constexpr std::array kFromGateAndUp{V::Gate, V::Up};
constexpr std::array kFromActivation{V::Activation, V::DownWeight, V::DownBias};
constexpr std::array kFromResidualAndMlp{V::ResidualAttention, V::MlpOutput};
constexpr std::array kFromLast{V::ResidualMlp};
constexpr std::array kFromLastAndMean{V::ResidualMlp, V::FinalNormMean};
constexpr std::array kFromFinalNorm{V::ResidualMlp, V::FinalNormMean, V::FinalNormScale,
                                    V::FinalNormGain, V::FinalNormBias};
constexpr std::array kFromHidden{V::Hidden, V::OutputWeight, V::OutputBias};
constexpr std::array kFromLogits{V::Logits};
constexpr std::array kFromLogitsByRule{V::Logits};

using S = Stage;

// clang-format off
constexpr ValueInfo kValues[] = {
    // value                    name                       symbol   title                               stage                rows         columns      heads   per layer   parameter   formula of one row                 inputs
    {V::TokenEmbedding,         "embedding",               "E",     "token embedding",                  S::Embed,            Vocabulary,  DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {V::PositionEmbedding,      "position_embedding",      "P",     "position embedding",               S::Embed,            Context,     DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {V::AttentionNormGain,      "attention_norm_gain",     "g",     "gain of the attention norm",       S::AttentionNorm,    One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::AttentionNormBias,      "attention_norm_bias",     "b",     "bias of the attention norm",       S::AttentionNorm,    One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::QueryWeight,            "query_weight",            "WQ",    "query projection",                 S::Project,          QueryWidth,  DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::QueryBias,              "query_bias",              "bQ",    "query bias",                       S::Project,          One,         QueryWidth,  kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::KeyWeight,              "key_weight",              "WK",    "key projection",                   S::Project,          KvWidth,     DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::KeyBias,                "key_bias",                "bK",    "key bias",                         S::Project,          One,         KvWidth,     kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::ValueWeight,            "value_weight",            "WV",    "value projection",                 S::Project,          KvWidth,     DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::ValueBias,              "value_bias",              "bV",    "value bias",                       S::Project,          One,         KvWidth,     kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::AttentionOutputWeight,  "attention_output_weight", "WO",    "output projection of attention",   S::OutputProjection, DModel,      QueryWidth,  kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::AttentionOutputBias,    "attention_output_bias",   "bO",    "bias of the output projection",    S::OutputProjection, One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::MlpNormGain,            "mlp_norm_gain",           "g",     "gain of the MLP norm",             S::MlpNorm,          One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::MlpNormBias,            "mlp_norm_bias",           "b",     "bias of the MLP norm",             S::MlpNorm,          One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::GateWeight,             "gate_weight",             "Wgate", "gate projection",                  S::Mlp,              MlpHidden,   DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::GateBias,               "gate_bias",               "bgate", "gate bias",                        S::Mlp,              One,         MlpHidden,   kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::UpWeight,               "up_weight",               "Wup",   "up projection",                    S::Mlp,              MlpHidden,   DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::UpBias,                 "up_bias",                 "bup",   "up bias",                          S::Mlp,              One,         MlpHidden,   kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::DownWeight,             "down_weight",             "Wdown", "down projection",                  S::Mlp,              DModel,      MlpHidden,   kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::DownBias,               "down_bias",               "bdown", "down bias",                        S::Mlp,              One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {V::FinalNormGain,          "final_norm_gain",         "g",     "gain of the final norm",           S::FinalNorm,        One,         DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {V::FinalNormBias,          "final_norm_bias",         "b",     "bias of the final norm",           S::FinalNorm,        One,         DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {V::OutputWeight,           "output_weight",           "WU",    "output matrix",                    S::Logits,           Vocabulary,  DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {V::OutputBias,             "output_bias",             "bU",    "output bias",                      S::Logits,           One,         Vocabulary,  kNone,  kOnce,      kParameter, "",                                kGiven},

    {V::X,                      "x",                       "x",     "embedding",                        S::Embed,            Position,    DModel,      kNone,  kOnce,      kComputed,  "x = E[token] + P[position]",      kFromTokens},
    {V::AttentionNormMean,      "attention_norm_mean",     "μ",     "mean",                             S::AttentionNorm,    Position,    One,         kNone,  kEachLayer, kComputed,  "μ = Σ x / d",                     kFromX},
    {V::AttentionNormScale,     "attention_norm_scale",    "σ⁻¹",   "one over the size of x",           S::AttentionNorm,    Position,    One,         kNone,  kEachLayer, kComputed,  "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)", kFromXAndMean},
    {V::AttentionInput,         "attention_norm",          "n",     "normed x",                         S::AttentionNorm,    Position,    DModel,      kNone,  kEachLayer, kComputed,  "n = (x − μ) · σ⁻¹ · g + b",       kFromAttentionNorm},
    {V::Query,                  "q",                       "q",     "query",                            S::Project,          Position,    HeadDim,     kQuery, kEachLayer, kComputed,  "q = WQ n + bQ",                   kFromQueryWeight},
    {V::Key,                    "k",                       "k",     "key",                              S::Project,          Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "k = WK n + bK",                   kFromKeyWeight},
    {V::ValueVector,            "v",                       "v",     "value",                            S::Project,          Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "v = WV n + bV",                   kFromValueWeight},
    {V::QueryRotated,           "q_rope",                  "q",     "query after RoPE",                 S::Rope,             Position,    HeadDim,     kQuery, kEachLayer, kComputed,  "each pair of q turned by position · θ", kFromQuery},
    {V::KeyRotated,             "k_rope",                  "k",     "key after RoPE",                   S::Rope,             Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "each pair of k turned by position · θ", kFromKey},
    {V::CachedKey,              "cached_k",                "K",     "cached keys",                      S::Append,           Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "K[position] = k",                 kFromKeyRotated},
    {V::CachedValue,            "cached_v",                "V",     "cached values",                    S::Append,           Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "V[position] = v",                 kFromValue},
    {V::Scores,                 "scores",                  "s",     "attention scores",                 S::Score,            Position,    KeyPosition, kQuery, kEachLayer, kComputed,  "s = q · K · scale",               kFromQueryAndCache},
    {V::AttentionWeights,       "weights",                 "w",     "attention weights",                S::Softmax,          Position,    KeyPosition, kQuery, kEachLayer, kComputed,  "w = exp(s − max) / Σ exp(s − max)", kFromScores},
    {V::HeadOutput,             "h",                       "h",     "head output",                      S::Mix,              Position,    HeadDim,     kQuery, kEachLayer, kComputed,  "h = Σ w · V",                     kFromWeightsAndCache},
    {V::AttentionOutput,        "attention_output",        "a",     "attention output",                 S::OutputProjection, Position,    DModel,      kNone,  kEachLayer, kComputed,  "a = WO h + bO, all heads side by side", kFromHeads},
    {V::ResidualAttention,      "x_attention",             "x",     "x after attention",                S::AddAttention,     Position,    DModel,      kNone,  kEachLayer, kComputed,  "x + a",                           kFromXAndAttention},
    {V::MlpNormMean,            "mlp_norm_mean",           "μ",     "mean",                             S::MlpNorm,          Position,    One,         kNone,  kEachLayer, kComputed,  "μ = Σ x / d",                     kFromResidual},
    {V::MlpNormScale,           "mlp_norm_scale",          "σ⁻¹",   "one over the size of x",           S::MlpNorm,          Position,    One,         kNone,  kEachLayer, kComputed,  "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)", kFromResidualAndMean},
    {V::MlpInput,               "mlp_norm",                "n",     "normed x",                         S::MlpNorm,          Position,    DModel,      kNone,  kEachLayer, kComputed,  "n = (x − μ) · σ⁻¹ · g + b",       kFromMlpNorm},
    {V::Gate,                   "gate",                    "gate",  "gate",                             S::Mlp,              Position,    MlpHidden,   kNone,  kEachLayer, kComputed,  "gate = Wgate n + bgate",          kFromGateWeight},
    {V::Up,                     "up",                      "up",    "up",                               S::Mlp,              Position,    MlpHidden,   kNone,  kEachLayer, kComputed,  "up = Wup n + bup",                kFromUpWeight},
    {V::Activation,             "activation",              "act",   "activation",                       S::Mlp,              Position,    MlpHidden,   kNone,  kEachLayer, kComputed,  "act = silu(gate) · up, or gelu(up)", kFromGateAndUp},
    {V::MlpOutput,              "mlp_output",              "m",     "MLP output",                       S::Mlp,              Position,    DModel,      kNone,  kEachLayer, kComputed,  "m = Wdown act + bdown",           kFromActivation},
    {V::ResidualMlp,            "x_mlp",                   "x",     "x after the MLP",                  S::AddMlp,           Position,    DModel,      kNone,  kEachLayer, kComputed,  "x + m",                           kFromResidualAndMlp},
    {V::FinalNormMean,          "final_norm_mean",         "μ",     "mean",                             S::FinalNorm,        Position,    One,         kNone,  kOnce,      kComputed,  "μ = Σ x / d",                     kFromLast},
    {V::FinalNormScale,         "final_norm_scale",        "σ⁻¹",   "one over the size of x",           S::FinalNorm,        Position,    One,         kNone,  kOnce,      kComputed,  "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)", kFromLastAndMean},
    {V::Hidden,                 "hidden",                  "h",     "final hidden vector",              S::FinalNorm,        Position,    DModel,      kNone,  kOnce,      kComputed,  "h = (x − μ) · σ⁻¹ · g + b",       kFromFinalNorm},
    {V::Logits,                 "logits",                  "z",     "logits",                           S::Logits,           Position,    Vocabulary,  kNone,  kOnce,      kComputed,  "z = WU h + bU",                   kFromHidden},
    {V::Probabilities,          "probabilities",           "p",     "probabilities",                    S::Probabilities,    Position,    Vocabulary,  kNone,  kOnce,      kComputed,  "p = exp(z − max) / Σ exp(z − max)", kFromLogits},
    {V::FinalProbabilities,     "final",                   "f",     "probabilities after the rule",     S::Select,           Position,    Vocabulary,  kNone,  kOnce,      kComputed,  "f = p, narrowed by the rule",     kFromLogitsByRule},
};

constexpr StageInfo kStages[] = {
    {S::Embed,            "embed",          "embed",         "x = E[token]",        kOnce},
    {S::AttentionNorm,    "attention_norm", "norm",          "x / size of x · g",   kEachLayer},
    {S::Project,          "project",        "Q K V",         "x·WQ, x·WK, x·WV",    kEachLayer},
    {S::Rope,             "rope",           "RoPE",          "q, k turned",         kEachLayer},
    {S::Append,           "append",         "append",        "k, v → cache",        kEachLayer},
    {S::Score,            "score",          "score",         "q·k · scale",         kEachLayer},
    {S::Softmax,          "softmax",        "softmax",       "w, each row sums to 1", kEachLayer},
    {S::Mix,              "mix",            "mix V",         "h = Σ w·v",           kEachLayer},
    {S::OutputProjection, "wo",             "WO",            "WO h",                kEachLayer},
    {S::AddAttention,     "add_attention",  "add",           "x + a",               kEachLayer},
    {S::MlpNorm,          "mlp_norm",       "norm",          "x / size of x · g",   kEachLayer},
    {S::Mlp,              "mlp",            "MLP",           "Wdown act(n)",        kEachLayer},
    {S::AddMlp,           "add_mlp",        "add",           "x + m",               kEachLayer},
    {S::FinalNorm,        "final_norm",     "final norm",    "x / size of x · g",   kOnce},
    {S::Logits,           "logits",         "logits",        "z = WU h",            kOnce},
    {S::Probabilities,    "probabilities",  "probabilities", "softmax(z)",          kOnce},
    {S::Select,           "select",         "select",        "one ID",              kOnce},
};
// clang-format on

static_assert(std::size(kValues) == kValueCount);
static_assert(std::size(kStages) == kStageCount);
static_assert(std::ranges::all_of(kValues, [](const ValueInfo& info) {
    return &info - kValues == static_cast<int>(info.value);
}));
static_assert(std::ranges::all_of(kStages, [](const StageInfo& info) {
    return &info - kStages == static_cast<int>(info.stage);
}));

}  // namespace

const ValueInfo& InfoOf(Value value) {
    assert(value != Value::Count);
    return kValues[static_cast<size_t>(value)];
}

const StageInfo& InfoOf(Stage stage) {
    assert(stage != Stage::Count);
    return kStages[static_cast<size_t>(stage)];
}

std::optional<Value> ValueNamed(std::string_view name) {
    const auto* found = std::ranges::find(kValues, name, &ValueInfo::name);
    return found == std::end(kValues) ? std::nullopt : std::optional(found->value);
}

std::optional<Stage> StageNamed(std::string_view name) {
    const auto* found = std::ranges::find(kStages, name, &StageInfo::name);
    return found == std::end(kStages) ? std::nullopt : std::optional(found->stage);
}

std::vector<Value> ValuesOf(const Config& config, Stage stage) {
    std::vector<Value> values;
    for (const ValueInfo& info : kValues) {
        if (info.stage == stage && !info.is_parameter && Has(config, info.value)) {
            values.push_back(info.value);
        }
    }
    return values;
}

}  // namespace decodescope
