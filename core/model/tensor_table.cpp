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
using Id = TensorId;

// Input lists are named, so that each row of the table stays one line.
constexpr std::array<TensorId, 0> kGiven{};
constexpr std::array kFromTokens{Id::TokenEmbedding, Id::PositionEmbedding};
constexpr std::array kFromX{Id::ResidualIn};
constexpr std::array kFromXAndMean{Id::ResidualIn, Id::AttentionNormMean};
constexpr std::array kFromAttentionNorm{Id::ResidualIn, Id::AttentionNormMean,
                                        Id::AttentionNormRstd, Id::AttentionNormGain,
                                        Id::AttentionNormBias};
constexpr std::array kFromQueryWeight{Id::AttentionInput, Id::QueryWeight, Id::QueryBias};
constexpr std::array kFromKeyWeight{Id::AttentionInput, Id::KeyWeight, Id::KeyBias};
constexpr std::array kFromValueWeight{Id::AttentionInput, Id::ValueWeight, Id::ValueBias};
constexpr std::array kFromQuery{Id::Q};
constexpr std::array kFromKey{Id::K};
constexpr std::array kFromKeyRotated{Id::RotatedK};
constexpr std::array kFromValue{Id::V};
constexpr std::array kFromQueryAndCache{Id::RotatedQ, Id::CachedK};
constexpr std::array kFromScores{Id::Scores};
constexpr std::array kFromWeightsAndCache{Id::AttentionWeights, Id::CachedV};
constexpr std::array kFromHeads{Id::HeadOutput, Id::AttentionOutputWeight, Id::AttentionOutputBias};
constexpr std::array kFromXAndAttention{Id::ResidualIn, Id::AttentionOutput};
constexpr std::array kFromResidual{Id::ResidualMid};
constexpr std::array kFromResidualAndMean{Id::ResidualMid, Id::MlpNormMean};
constexpr std::array kFromMlpNorm{Id::ResidualMid, Id::MlpNormMean, Id::MlpNormRstd,
                                  Id::MlpNormGain, Id::MlpNormBias};
constexpr std::array kFromGateWeight{Id::MlpInput, Id::GateWeight, Id::GateBias};
constexpr std::array kFromUpWeight{Id::MlpInput, Id::UpWeight, Id::UpBias};
constexpr std::array kFromGateAndUp{Id::Gate, Id::Up};
constexpr std::array kFromActivation{Id::Activation, Id::DownWeight, Id::DownBias};
constexpr std::array kFromResidualAndMlp{Id::ResidualMid, Id::MlpOutput};
constexpr std::array kFromLast{Id::ResidualOut};
constexpr std::array kFromLastAndMean{Id::ResidualOut, Id::FinalNormMean};
constexpr std::array kFromFinalNorm{Id::ResidualOut, Id::FinalNormMean, Id::FinalNormRstd,
                                    Id::FinalNormGain, Id::FinalNormBias};
constexpr std::array kFromHidden{Id::Hidden, Id::OutputWeight, Id::OutputBias};
constexpr std::array kFromLogits{Id::Logits};
constexpr std::array kFromLogitsByRule{Id::Logits};

using S = Stage;

// clang-format off
constexpr TensorInfo kTensors[] = {
    // value                    name                       symbol   title                               stage                rows         columns      heads   per layer   parameter   formula of one row                 inputs
    {Id::TokenEmbedding,         "embedding",               "E",     "token embedding",                  S::Embed,            Vocabulary,  DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {Id::PositionEmbedding,      "position_embedding",      "P",     "position embedding",               S::Embed,            Context,     DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {Id::AttentionNormGain,      "attention_norm_gain",     "g",     "gain of the attention norm",       S::AttentionNorm,    One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::AttentionNormBias,      "attention_norm_bias",     "b",     "bias of the attention norm",       S::AttentionNorm,    One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::QueryWeight,            "query_weight",            "WQ",    "query projection",                 S::Project,          QueryWidth,  DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::QueryBias,              "query_bias",              "bQ",    "query bias",                       S::Project,          One,         QueryWidth,  kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::KeyWeight,              "key_weight",              "WK",    "key projection",                   S::Project,          KvWidth,     DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::KeyBias,                "key_bias",                "bK",    "key bias",                         S::Project,          One,         KvWidth,     kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::ValueWeight,            "value_weight",            "WV",    "value projection",                 S::Project,          KvWidth,     DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::ValueBias,              "value_bias",              "bV",    "value bias",                       S::Project,          One,         KvWidth,     kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::AttentionOutputWeight,  "attention_output_weight", "WO",    "output projection of attention",   S::OutputProjection, DModel,      QueryWidth,  kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::AttentionOutputBias,    "attention_output_bias",   "bO",    "bias of the output projection",    S::OutputProjection, One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::MlpNormGain,            "mlp_norm_gain",           "g",     "gain of the MLP norm",             S::MlpNorm,          One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::MlpNormBias,            "mlp_norm_bias",           "b",     "bias of the MLP norm",             S::MlpNorm,          One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::GateWeight,             "gate_weight",             "Wgate", "gate projection",                  S::Mlp,              MlpHidden,   DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::GateBias,               "gate_bias",               "bgate", "gate bias",                        S::Mlp,              One,         MlpHidden,   kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::UpWeight,               "up_weight",               "Wup",   "up projection",                    S::Mlp,              MlpHidden,   DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::UpBias,                 "up_bias",                 "bup",   "up bias",                          S::Mlp,              One,         MlpHidden,   kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::DownWeight,             "down_weight",             "Wdown", "down projection",                  S::Mlp,              DModel,      MlpHidden,   kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::DownBias,               "down_bias",               "bdown", "down bias",                        S::Mlp,              One,         DModel,      kNone,  kEachLayer, kParameter, "",                                kGiven},
    {Id::FinalNormGain,          "final_norm_gain",         "g",     "gain of the final norm",           S::FinalNorm,        One,         DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {Id::FinalNormBias,          "final_norm_bias",         "b",     "bias of the final norm",           S::FinalNorm,        One,         DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {Id::OutputWeight,           "output_weight",           "WU",    "output matrix",                    S::Logits,           Vocabulary,  DModel,      kNone,  kOnce,      kParameter, "",                                kGiven},
    {Id::OutputBias,             "output_bias",             "bU",    "output bias",                      S::Logits,           One,         Vocabulary,  kNone,  kOnce,      kParameter, "",                                kGiven},

    {Id::ResidualIn,                      "x",                       "x",     "embedding",                        S::Embed,            Position,    DModel,      kNone,  kOnce,      kComputed,  "x = E[token] + P[position]",      kFromTokens},
    {Id::AttentionNormMean,      "attention_norm_mean",     "μ",     "mean",                             S::AttentionNorm,    Position,    One,         kNone,  kEachLayer, kComputed,  "μ = Σ x / d",                     kFromX},
    {Id::AttentionNormRstd,     "attention_norm_scale",    "σ⁻¹",   "one over the size of x",           S::AttentionNorm,    Position,    One,         kNone,  kEachLayer, kComputed,  "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)", kFromXAndMean},
    {Id::AttentionInput,         "attention_norm",          "n",     "normed x",                         S::AttentionNorm,    Position,    DModel,      kNone,  kEachLayer, kComputed,  "n = (x − μ) · σ⁻¹ · g + b",       kFromAttentionNorm},
    {Id::Q,                  "q",                       "q",     "query",                            S::Project,          Position,    HeadDim,     kQuery, kEachLayer, kComputed,  "q = WQ n + bQ",                   kFromQueryWeight},
    {Id::K,                    "k",                       "k",     "key",                              S::Project,          Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "k = WK n + bK",                   kFromKeyWeight},
    {Id::V,            "v",                       "v",     "value",                            S::Project,          Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "v = WV n + bV",                   kFromValueWeight},
    {Id::RotatedQ,           "q_rope",                  "q",     "query after RoPE",                 S::Rope,             Position,    HeadDim,     kQuery, kEachLayer, kComputed,  "each pair of q turned by position · θ", kFromQuery},
    {Id::RotatedK,             "k_rope",                  "k",     "key after RoPE",                   S::Rope,             Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "each pair of k turned by position · θ", kFromKey},
    {Id::CachedK,              "cached_k",                "K",     "cached keys",                      S::Append,           Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "K[position] = k",                 kFromKeyRotated},
    {Id::CachedV,            "cached_v",                "V",     "cached values",                    S::Append,           Position,    HeadDim,     kKv,    kEachLayer, kComputed,  "V[position] = v",                 kFromValue},
    {Id::Scores,                 "scores",                  "s",     "attention scores",                 S::Score,            Position,    KeyPosition, kQuery, kEachLayer, kComputed,  "s = q · K · scale",               kFromQueryAndCache},
    {Id::AttentionWeights,       "weights",                 "w",     "attention weights",                S::Softmax,          Position,    KeyPosition, kQuery, kEachLayer, kComputed,  "w = exp(s − max) / Σ exp(s − max)", kFromScores},
    {Id::HeadOutput,             "h",                       "h",     "head output",                      S::WeightedSum,              Position,    HeadDim,     kQuery, kEachLayer, kComputed,  "h = Σ w · V",                     kFromWeightsAndCache},
    {Id::AttentionOutput,        "attention_output",        "a",     "attention output",                 S::OutputProjection, Position,    DModel,      kNone,  kEachLayer, kComputed,  "a = WO h + bO, all heads side by side", kFromHeads},
    {Id::ResidualMid,      "x_attention",             "x",     "x after attention",                S::AddAttention,     Position,    DModel,      kNone,  kEachLayer, kComputed,  "x + a",                           kFromXAndAttention},
    {Id::MlpNormMean,            "mlp_norm_mean",           "μ",     "mean",                             S::MlpNorm,          Position,    One,         kNone,  kEachLayer, kComputed,  "μ = Σ x / d",                     kFromResidual},
    {Id::MlpNormRstd,           "mlp_norm_scale",          "σ⁻¹",   "one over the size of x",           S::MlpNorm,          Position,    One,         kNone,  kEachLayer, kComputed,  "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)", kFromResidualAndMean},
    {Id::MlpInput,               "mlp_norm",                "n",     "normed x",                         S::MlpNorm,          Position,    DModel,      kNone,  kEachLayer, kComputed,  "n = (x − μ) · σ⁻¹ · g + b",       kFromMlpNorm},
    {Id::Gate,                   "gate",                    "gate",  "gate",                             S::Mlp,              Position,    MlpHidden,   kNone,  kEachLayer, kComputed,  "gate = Wgate n + bgate",          kFromGateWeight},
    {Id::Up,                     "up",                      "up",    "up",                               S::Mlp,              Position,    MlpHidden,   kNone,  kEachLayer, kComputed,  "up = Wup n + bup",                kFromUpWeight},
    {Id::Activation,             "activation",              "act",   "activation",                       S::Mlp,              Position,    MlpHidden,   kNone,  kEachLayer, kComputed,  "act = silu(gate) · up, or gelu(up)", kFromGateAndUp},
    {Id::MlpOutput,              "mlp_output",              "m",     "MLP output",                       S::Mlp,              Position,    DModel,      kNone,  kEachLayer, kComputed,  "m = Wdown act + bdown",           kFromActivation},
    {Id::ResidualOut,            "x_mlp",                   "x",     "x after the MLP",                  S::AddMlp,           Position,    DModel,      kNone,  kEachLayer, kComputed,  "x + m",                           kFromResidualAndMlp},
    {Id::FinalNormMean,          "final_norm_mean",         "μ",     "mean",                             S::FinalNorm,        Position,    One,         kNone,  kOnce,      kComputed,  "μ = Σ x / d",                     kFromLast},
    {Id::FinalNormRstd,         "final_norm_scale",        "σ⁻¹",   "one over the size of x",           S::FinalNorm,        Position,    One,         kNone,  kOnce,      kComputed,  "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)", kFromLastAndMean},
    {Id::Hidden,                 "hidden",                  "h",     "final hidden vector",              S::FinalNorm,        Position,    DModel,      kNone,  kOnce,      kComputed,  "h = (x − μ) · σ⁻¹ · g + b",       kFromFinalNorm},
    {Id::Logits,                 "logits",                  "z",     "logits",                           S::Logits,           Position,    Vocabulary,  kNone,  kOnce,      kComputed,  "z = WU h + bU",                   kFromHidden},
    {Id::Probabilities,          "probabilities",           "p",     "probabilities",                    S::Probabilities,    Position,    Vocabulary,  kNone,  kOnce,      kComputed,  "p = exp(z − max) / Σ exp(z − max)", kFromLogits},
    {Id::FinalProbabilities,     "final",                   "f",     "probabilities after the rule",     S::Select,           Position,    Vocabulary,  kNone,  kOnce,      kComputed,  "f = p, narrowed by the rule",     kFromLogitsByRule},
};

constexpr StageInfo kStages[] = {
    {S::Embed,            "embed",          "embed",         "x = E[token]",        kOnce},
    {S::AttentionNorm,    "attention_norm", "norm",          "x / size of x · g",   kEachLayer},
    {S::Project,          "project",        "Q K V",         "x·WQ, x·WK, x·WV",    kEachLayer},
    {S::Rope,             "rope",           "RoPE",          "q, k turned",         kEachLayer},
    {S::Append,           "append",         "append",        "k, v → cache",        kEachLayer},
    {S::Score,            "score",          "score",         "q·k · scale",         kEachLayer},
    {S::Softmax,          "softmax",        "softmax",       "w, each row sums to 1", kEachLayer},
    {S::WeightedSum,              "mix",            "mix V",         "h = Σ w·v",           kEachLayer},
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

static_assert(std::size(kTensors) == kTensorCount);
static_assert(std::size(kStages) == kStageCount);
static_assert(std::ranges::all_of(kTensors, [](const TensorInfo& info) {
    return &info - kTensors == static_cast<int>(info.tensor);
}));
static_assert(std::ranges::all_of(kStages, [](const StageInfo& info) {
    return &info - kStages == static_cast<int>(info.stage);
}));

}  // namespace

const TensorInfo& InfoOf(TensorId tensor) {
    assert(tensor != TensorId::Count);
    return kTensors[static_cast<size_t>(tensor)];
}

const StageInfo& InfoOf(Stage stage) {
    assert(stage != Stage::Count);
    return kStages[static_cast<size_t>(stage)];
}

std::optional<TensorId> TensorNamed(std::string_view name) {
    const auto* found = std::ranges::find(kTensors, name, &TensorInfo::name);
    return found == std::end(kTensors) ? std::nullopt : std::optional(found->tensor);
}

std::optional<Stage> StageNamed(std::string_view name) {
    const auto* found = std::ranges::find(kStages, name, &StageInfo::name);
    return found == std::end(kStages) ? std::nullopt : std::optional(found->stage);
}

std::vector<TensorId> TensorsOf(const Config& config, Stage stage) {
    std::vector<TensorId> values;
    for (const TensorInfo& info : kTensors) {
        if (info.stage == stage && !info.is_parameter && Has(config, info.tensor)) {
            values.push_back(info.tensor);
        }
    }
    return values;
}

}  // namespace decodescope
