#include "core/model/tensor_table.h"

#include <cassert>

namespace decodescope {
namespace {

// --- What a model must be to have a row ----------------------------------------------------------

constexpr bool HasLayerNorm(const Config& c) { return c.norm == NormKind::LayerNorm; }
constexpr bool HasLearnedPositions(const Config& c) { return c.positions == Positions::Learned; }
constexpr bool HasGate(const Config& c) { return c.mlp == MlpKind::SwiGlu; }
constexpr bool (*kAlways)(const Config&) = nullptr;

// --- The rows ------------------------------------------------------------------------------------

// The columns of a parameter.
struct ParameterRow {
    TensorId tensor;
    std::string_view name, key, symbol, title;
    Stage stage;
    Axis rows, columns;
    bool per_layer;
    Qkv qkv;
    WhenAbsent when_absent;
    bool (*exists)(const Config&);
};

// The columns of a computed tensor, which has a row for each position.
struct ComputedRow {
    TensorId tensor;
    std::string_view name, symbol, title;
    Stage stage;
    Axis columns;
    PerHead per_head;
    bool per_layer;
    Qkv qkv;
    bool (*exists)(const Config&);
    TensorId stand_in;
    std::string_view formula;
    InputList inputs;
};

// Short names for what the columns hold.
using enum Axis;
using Id = TensorId;
using S = Stage;
constexpr bool kOnce = false, kEachLayer = true;
constexpr PerHead kSingle = PerHead::No, kQuery = PerHead::Query, kKv = PerHead::Kv;
constexpr Qkv kNone = Qkv::None, kQ = Qkv::Q, kK = Qkv::K, kV = Qkv::V;
constexpr WhenAbsent kInvalid = WhenAbsent::Invalid, kIdentity = WhenAbsent::Identity,
                     kZero = WhenAbsent::Zero;
constexpr TensorId kNothing = TensorId::Count;

// clang-format off
constexpr ParameterRow kParameters[] = {
    // tensor                   name                       key                   symbol   title                             stage                rows        columns     per layer   qkv    absent     exists
    {Id::TokenEmbedding,        "embedding",               "embedding",          "E",     "token embedding",                S::Embed,            Vocabulary, DModel,     kOnce,      kNone, kInvalid,  kAlways},
    {Id::PositionEmbedding,     "position_embedding",      "position_embedding", "P",     "position embedding",             S::Embed,            Context,    DModel,     kOnce,      kNone, kInvalid,  HasLearnedPositions},
    {Id::AttentionNormGain,     "attention_norm_gain",     "attention_norm",     "g",     "gain of the attention norm",     S::AttentionNorm,    One,        DModel,     kEachLayer, kNone, kInvalid,  kAlways},
    {Id::AttentionNormBias,     "attention_norm_bias",     "attention_norm",     "b",     "bias of the attention norm",     S::AttentionNorm,    One,        DModel,     kEachLayer, kNone, kZero,     HasLayerNorm},
    {Id::QueryWeight,           "query_weight",            "query",              "WQ",    "query projection",               S::Project,          QueryWidth, DModel,     kEachLayer, kQ,    kIdentity, kAlways},
    {Id::QueryBias,             "query_bias",              "query",              "bQ",    "query bias",                     S::Project,          One,        QueryWidth, kEachLayer, kNone, kZero,     kAlways},
    {Id::KeyWeight,             "key_weight",              "key",                "WK",    "key projection",                 S::Project,          KvWidth,    DModel,     kEachLayer, kK,    kIdentity, kAlways},
    {Id::KeyBias,               "key_bias",                "key",                "bK",    "key bias",                       S::Project,          One,        KvWidth,    kEachLayer, kNone, kZero,     kAlways},
    {Id::ValueWeight,           "value_weight",            "value",              "WV",    "value projection",               S::Project,          KvWidth,    DModel,     kEachLayer, kV,    kIdentity, kAlways},
    {Id::ValueBias,             "value_bias",              "value",              "bV",    "value bias",                     S::Project,          One,        KvWidth,    kEachLayer, kNone, kZero,     kAlways},
    {Id::QueryNormGain,         "query_norm_gain",         "query_norm",         "g",     "gain of the query norm",         S::QkNorm,           One,        HeadDim,    kEachLayer, kNone, kInvalid,  kAlways},
    {Id::QueryNormBias,         "query_norm_bias",         "query_norm",         "b",     "bias of the query norm",         S::QkNorm,           One,        HeadDim,    kEachLayer, kNone, kZero,     HasLayerNorm},
    {Id::KeyNormGain,           "key_norm_gain",           "key_norm",           "g",     "gain of the key norm",           S::QkNorm,           One,        HeadDim,    kEachLayer, kNone, kInvalid,  kAlways},
    {Id::KeyNormBias,           "key_norm_bias",           "key_norm",           "b",     "bias of the key norm",           S::QkNorm,           One,        HeadDim,    kEachLayer, kNone, kZero,     HasLayerNorm},
    {Id::AttentionOutputWeight, "attention_output_weight", "output",             "WO",    "output projection of attention", S::OutputProjection, DModel,     QueryWidth, kEachLayer, kNone, kInvalid,  kAlways},
    {Id::AttentionOutputBias,   "attention_output_bias",   "output",             "bO",    "bias of the output projection",  S::OutputProjection, One,        DModel,     kEachLayer, kNone, kZero,     kAlways},
    {Id::MlpNormGain,           "mlp_norm_gain",           "mlp_norm",           "g",     "gain of the MLP norm",           S::MlpNorm,          One,        DModel,     kEachLayer, kNone, kInvalid,  kAlways},
    {Id::MlpNormBias,           "mlp_norm_bias",           "mlp_norm",           "b",     "bias of the MLP norm",           S::MlpNorm,          One,        DModel,     kEachLayer, kNone, kZero,     HasLayerNorm},
    {Id::GateWeight,            "gate_weight",             "gate",               "Wgate", "gate projection",                S::Mlp,              MlpHidden,  DModel,     kEachLayer, kNone, kInvalid,  HasGate},
    {Id::GateBias,              "gate_bias",               "gate",               "bgate", "gate bias",                      S::Mlp,              One,        MlpHidden,  kEachLayer, kNone, kZero,     HasGate},
    {Id::UpWeight,              "up_weight",               "up",                 "Wup",   "up projection",                  S::Mlp,              MlpHidden,  DModel,     kEachLayer, kNone, kInvalid,  kAlways},
    {Id::UpBias,                "up_bias",                 "up",                 "bup",   "up bias",                        S::Mlp,              One,        MlpHidden,  kEachLayer, kNone, kZero,     kAlways},
    {Id::DownWeight,            "down_weight",             "down",               "Wdown", "down projection",                S::Mlp,              DModel,     MlpHidden,  kEachLayer, kNone, kInvalid,  kAlways},
    {Id::DownBias,              "down_bias",               "down",               "bdown", "down bias",                      S::Mlp,              One,        DModel,     kEachLayer, kNone, kZero,     kAlways},
    {Id::FinalNormGain,         "final_norm_gain",         "final_norm",         "g",     "gain of the final norm",         S::FinalNorm,        One,        DModel,     kOnce,      kNone, kInvalid,  kAlways},
    {Id::FinalNormBias,         "final_norm_bias",         "final_norm",         "b",     "bias of the final norm",         S::FinalNorm,        One,        DModel,     kOnce,      kNone, kZero,     HasLayerNorm},
    {Id::OutputWeight,          "output_weight",           "output",             "WU",    "output matrix",                  S::Logits,           Vocabulary, DModel,     kOnce,      kNone, kInvalid,  kAlways},
    {Id::OutputBias,            "output_bias",             "output",             "bU",    "output bias",                    S::Logits,           One,        Vocabulary, kOnce,      kNone, kZero,     kAlways},
};

constexpr ComputedRow kComputed[] = {
    // tensor                name                    symbol  title                           stage                columns      per head  per layer   qkv    exists        stand-in             formula of one row                        inputs
    {Id::ResidualIn,         "x",                    "x",    "embedding",                    S::Embed,            DModel,      kSingle,  kOnce,      kNone, kAlways,      kNothing,            "x = E[token] + P[position]",             {Id::TokenEmbedding, Id::PositionEmbedding}},
    {Id::AttentionNormMean,  "attention_norm_mean",  "μ",    "mean",                         S::AttentionNorm,    One,         kSingle,  kEachLayer, kNone, HasLayerNorm, kNothing,            "μ = Σ x / d",                            {Id::ResidualIn}},
    {Id::AttentionNormRstd,  "attention_norm_scale", "σ⁻¹",  "rstd",                         S::AttentionNorm,    One,         kSingle,  kEachLayer, kNone, kAlways,      kNothing,            "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)",        {Id::ResidualIn, Id::AttentionNormMean}},
    {Id::AttentionInput,     "attention_norm",       "n",    "normalised x",                 S::AttentionNorm,    DModel,      kSingle,  kEachLayer, kNone, kAlways,      Id::ResidualIn,      "n = (x − μ) · σ⁻¹ · g + b",              {Id::ResidualIn, Id::AttentionNormMean, Id::AttentionNormRstd, Id::AttentionNormGain, Id::AttentionNormBias}},
    {Id::Q,                  "q",                    "q",    "query",                        S::Project,          HeadDim,     kQuery,   kEachLayer, kQ,    kAlways,      kNothing,            "q = WQ n + bQ",                          {Id::AttentionInput, Id::QueryWeight, Id::QueryBias}},
    {Id::K,                  "k",                    "k",    "key",                          S::Project,          HeadDim,     kKv,      kEachLayer, kK,    kAlways,      kNothing,            "k = WK n + bK",                          {Id::AttentionInput, Id::KeyWeight, Id::KeyBias}},
    {Id::V,                  "v",                    "v",    "value",                        S::Project,          HeadDim,     kKv,      kEachLayer, kV,    kAlways,      kNothing,            "v = WV n + bV",                          {Id::AttentionInput, Id::ValueWeight, Id::ValueBias}},
    {Id::QueryNormMean,      "q_norm_mean",          "μ",    "mean of the query",            S::QkNorm,           One,         kQuery,   kEachLayer, kNone, HasLayerNorm, kNothing,            "μ = Σ q / d",                            {Id::Q}},
    {Id::QueryNormRstd,      "q_norm_scale",         "σ⁻¹",  "rstd of the query",            S::QkNorm,           One,         kQuery,   kEachLayer, kNone, kAlways,      kNothing,            "σ⁻¹ = 1 / √(Σ (q − μ)² / d + ε)",        {Id::Q, Id::QueryNormMean}},
    {Id::NormedQ,            "q_norm",               "q",    "normalised query",             S::QkNorm,           HeadDim,     kQuery,   kEachLayer, kQ,    kAlways,      Id::Q,               "(q − μ) · σ⁻¹ · g + b",                  {Id::Q, Id::QueryNormMean, Id::QueryNormRstd, Id::QueryNormGain, Id::QueryNormBias}},
    {Id::KeyNormMean,        "k_norm_mean",          "μ",    "mean of the key",              S::QkNorm,           One,         kKv,      kEachLayer, kNone, HasLayerNorm, kNothing,            "μ = Σ k / d",                            {Id::K}},
    {Id::KeyNormRstd,        "k_norm_scale",         "σ⁻¹",  "rstd of the key",              S::QkNorm,           One,         kKv,      kEachLayer, kNone, kAlways,      kNothing,            "σ⁻¹ = 1 / √(Σ (k − μ)² / d + ε)",        {Id::K, Id::KeyNormMean}},
    {Id::NormedK,            "k_norm",               "k",    "normalised key",               S::QkNorm,           HeadDim,     kKv,      kEachLayer, kK,    kAlways,      Id::K,               "(k − μ) · σ⁻¹ · g + b",                  {Id::K, Id::KeyNormMean, Id::KeyNormRstd, Id::KeyNormGain, Id::KeyNormBias}},
    {Id::RotatedQ,           "q_rope",               "q",    "query after RoPE",             S::Rope,             HeadDim,     kQuery,   kEachLayer, kQ,    kAlways,      Id::NormedQ,         "each pair of q rotated by position · θ", {Id::NormedQ}},
    {Id::RotatedK,           "k_rope",               "k",    "key after RoPE",               S::Rope,             HeadDim,     kKv,      kEachLayer, kK,    kAlways,      Id::NormedK,         "each pair of k rotated by position · θ", {Id::NormedK}},
    {Id::CachedK,            "cached_k",             "K",    "cached keys",                  S::Append,           HeadDim,     kKv,      kEachLayer, kK,    kAlways,      kNothing,            "K[position] = k",                        {Id::RotatedK}},
    {Id::CachedV,            "cached_v",             "V",    "cached values",                S::Append,           HeadDim,     kKv,      kEachLayer, kV,    kAlways,      kNothing,            "V[position] = v",                        {Id::V}},
    {Id::Scores,             "scores",               "s",    "attention scores",             S::Score,            KeyPosition, kQuery,   kEachLayer, kNone, kAlways,      kNothing,            "s = q · K · scale",                      {Id::RotatedQ, Id::CachedK}},
    {Id::AttentionWeights,   "weights",              "w",    "attention weights",            S::Softmax,          KeyPosition, kQuery,   kEachLayer, kNone, kAlways,      kNothing,            "w = exp(s − max) / Σ exp(s − max)",      {Id::Scores}},
    {Id::HeadOutput,         "h",                    "h",    "head output",                  S::WeightedSum,      HeadDim,     kQuery,   kEachLayer, kNone, kAlways,      kNothing,            "h = Σ w · V",                            {Id::AttentionWeights, Id::CachedV}},
    {Id::AttentionOutput,    "attention_output",     "a",    "attention output",             S::OutputProjection, DModel,      kSingle,  kEachLayer, kNone, kAlways,      Id::HeadOutput,      "a = WO h + bO, all heads side by side",  {Id::HeadOutput, Id::AttentionOutputWeight, Id::AttentionOutputBias}},
    {Id::ResidualMid,        "x_attention",          "x",    "x after attention",            S::AddAttention,     DModel,      kSingle,  kEachLayer, kNone, kAlways,      Id::AttentionOutput, "x + a",                                  {Id::ResidualIn, Id::AttentionOutput}},
    {Id::MlpNormMean,        "mlp_norm_mean",        "μ",    "mean",                         S::MlpNorm,          One,         kSingle,  kEachLayer, kNone, HasLayerNorm, kNothing,            "μ = Σ x / d",                            {Id::ResidualMid}},
    {Id::MlpNormRstd,        "mlp_norm_scale",       "σ⁻¹",  "rstd",                         S::MlpNorm,          One,         kSingle,  kEachLayer, kNone, kAlways,      kNothing,            "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)",        {Id::ResidualMid, Id::MlpNormMean}},
    {Id::MlpInput,           "mlp_norm",             "n",    "normalised x",                 S::MlpNorm,          DModel,      kSingle,  kEachLayer, kNone, kAlways,      Id::ResidualMid,     "n = (x − μ) · σ⁻¹ · g + b",              {Id::ResidualMid, Id::MlpNormMean, Id::MlpNormRstd, Id::MlpNormGain, Id::MlpNormBias}},
    {Id::Gate,               "gate",                 "gate", "gate",                         S::Mlp,              MlpHidden,   kSingle,  kEachLayer, kNone, HasGate,      kNothing,            "gate = Wgate n + bgate",                 {Id::MlpInput, Id::GateWeight, Id::GateBias}},
    {Id::Up,                 "up",                   "up",   "up",                           S::Mlp,              MlpHidden,   kSingle,  kEachLayer, kNone, kAlways,      kNothing,            "up = Wup n + bup",                       {Id::MlpInput, Id::UpWeight, Id::UpBias}},
    {Id::Activation,         "activation",           "act",  "activation",                   S::Mlp,              MlpHidden,   kSingle,  kEachLayer, kNone, kAlways,      kNothing,            "act = silu(gate) · up, or gelu(up)",     {Id::Gate, Id::Up}},
    {Id::MlpOutput,          "mlp_output",           "m",    "MLP output",                   S::Mlp,              DModel,      kSingle,  kEachLayer, kNone, kAlways,      Id::ResidualMid,     "m = Wdown act + bdown",                  {Id::Activation, Id::DownWeight, Id::DownBias}},
    {Id::ResidualOut,        "x_mlp",                "x",    "x after the MLP",              S::AddMlp,           DModel,      kSingle,  kEachLayer, kNone, kAlways,      Id::MlpOutput,       "x + m",                                  {Id::ResidualMid, Id::MlpOutput}},
    {Id::FinalNormMean,      "final_norm_mean",      "μ",    "mean",                         S::FinalNorm,        One,         kSingle,  kOnce,      kNone, HasLayerNorm, kNothing,            "μ = Σ x / d",                            {Id::ResidualOut}},
    {Id::FinalNormRstd,      "final_norm_scale",     "σ⁻¹",  "rstd",                         S::FinalNorm,        One,         kSingle,  kOnce,      kNone, kAlways,      kNothing,            "σ⁻¹ = 1 / √(Σ (x − μ)² / d + ε)",        {Id::ResidualOut, Id::FinalNormMean}},
    {Id::Hidden,             "hidden",               "h",    "final hidden vector",          S::FinalNorm,        DModel,      kSingle,  kOnce,      kNone, kAlways,      Id::ResidualOut,     "h = (x − μ) · σ⁻¹ · g + b",              {Id::ResidualOut, Id::FinalNormMean, Id::FinalNormRstd, Id::FinalNormGain, Id::FinalNormBias}},
    {Id::Logits,             "logits",               "z",    "logits",                       S::Logits,           Vocabulary,  kSingle,  kOnce,      kNone, kAlways,      kNothing,            "z = WU h + bU",                          {Id::Hidden, Id::OutputWeight, Id::OutputBias}},
    {Id::Probabilities,      "probabilities",        "p",    "probabilities",                S::Probabilities,    Vocabulary,  kSingle,  kOnce,      kNone, kAlways,      kNothing,            "p = exp(z − max) / Σ exp(z − max)",      {Id::Logits}},
    {Id::ProbabilitiesAfterRule, "final",                "f",    "probabilities after the rule", S::Select,           Vocabulary,  kSingle,  kOnce,      kNone, kAlways,      kNothing,            "f = p after the rule",                   {Id::Logits}},
};
// clang-format on

constexpr std::array<TensorInfo, kTensorCount> JoinTables() {
    std::array<TensorInfo, kTensorCount> all{};
    TensorInfo* next = all.data();
    for (const ParameterRow& row : kParameters) {
        *next++ = {.tensor = row.tensor,
                   .name = row.name,
                   .symbol = row.symbol,
                   .title = row.title,
                   .stage = row.stage,
                   .rows = row.rows,
                   .columns = row.columns,
                   .per_layer = row.per_layer,
                   .qkv = row.qkv,
                   .exists = row.exists,
                   .is_parameter = true,
                   .key = row.key,
                   .when_absent = row.when_absent};
    }
    for (const ComputedRow& row : kComputed) {
        *next++ = {.tensor = row.tensor,
                   .name = row.name,
                   .symbol = row.symbol,
                   .title = row.title,
                   .stage = row.stage,
                   .rows = Axis::Position,
                   .columns = row.columns,
                   .per_head = row.per_head,
                   .per_layer = row.per_layer,
                   .qkv = row.qkv,
                   .exists = row.exists,
                   .formula = row.formula,
                   .inputs = row.inputs,
                   .stand_in = row.stand_in};
    }
    return all;
}

static_assert(std::size(kParameters) + std::size(kComputed) == kTensorCount);
constexpr std::array<TensorInfo, kTensorCount> kTensors = JoinTables();
static_assert(std::ranges::all_of(kTensors, [](const TensorInfo& info) {
    return &info - kTensors.data() == static_cast<int>(info.tensor);
}));

}  // namespace

const TensorInfo& InfoOf(TensorId tensor) {
    assert(tensor != TensorId::Count);
    return kTensors[static_cast<size_t>(tensor)];
}

std::span<const TensorInfo> AllTensors() { return kTensors; }

std::optional<TensorId> TensorNamed(std::string_view name) {
    const auto found = std::ranges::find(kTensors, name, &TensorInfo::name);
    return found == kTensors.end() ? std::nullopt : std::optional(found->tensor);
}

}  // namespace decodescope
