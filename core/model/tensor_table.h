// The table of everything a model is made of and computes: one row per tensor.
//
// The engine's trace, drawing, hover, export and the transcript all read this table. A tensor is a
// named matrix such as the scores of one head in one layer; the stages that compute them have a
// table of their own (stage_table.h). Which rows apply follows from a model's configuration
// (dataflow.h): a tensor or stage that a model lacks does not appear. What a new row needs
// elsewhere is in docs/adding.md.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "core/model/config.h"
#include "core/model/stage_table.h"

namespace decodescope {

enum class TensorId {
    // Parameters. They belong to no pass.
    TokenEmbedding,
    PositionEmbedding,
    AttentionNormGain,
    AttentionNormBias,
    QueryWeight,
    QueryBias,
    KeyWeight,
    KeyBias,
    ValueWeight,
    ValueBias,
    QueryNormGain,
    QueryNormBias,
    KeyNormGain,
    KeyNormBias,
    AttentionOutputWeight,
    AttentionOutputBias,
    MlpNormGain,
    MlpNormBias,
    GateWeight,
    GateBias,
    UpWeight,
    UpBias,
    DownWeight,
    DownBias,
    FinalNormGain,
    FinalNormBias,
    OutputWeight,
    OutputBias,
    // Computed, in the order in which a pass computes them.
    ResidualIn,
    AttentionNormMean,
    AttentionNormRstd,
    AttentionInput,
    Q,
    K,
    V,
    QueryNormMean,
    QueryNormRstd,
    NormedQ,
    KeyNormMean,
    KeyNormRstd,
    NormedK,
    RotatedQ,
    RotatedK,
    CachedK,
    CachedV,
    Scores,
    AttentionWeights,
    HeadOutput,
    AttentionOutput,
    ResidualMid,
    MlpNormMean,
    MlpNormRstd,
    MlpInput,
    Gate,
    Up,
    Activation,
    MlpOutput,
    ResidualOut,
    FinalNormMean,
    FinalNormRstd,
    Hidden,
    Logits,
    Probabilities,
    ProbabilitiesAfterRule,
    Count,
};

constexpr int kTensorCount = static_cast<int>(TensorId::Count);

// What the rows or columns of a tensor count.
enum class Axis {
    One,
    Vocabulary,
    Context,
    DModel,
    QueryWidth,  // query_heads · head_dim, side by side
    KvWidth,     // kv_heads · head_dim
    HeadDim,
    MlpHidden,
    Position,     // a row for each position of the pass, named by the position itself
    KeyPosition,  // positions 0 up to and including the row's own
};

// Whether a tensor exists once, for each query head, or for each KV head.
enum class PerHead { No, Query, Kv };

// Which of q, k and v a tensor is a form of (after RoPE, in the cache, ...) or makes: they share a
// color and, in heat maps, a scale.
enum class Qkv { None, Q, K, V };

// What it means that a model has no numbers for a parameter that its configuration allows.
enum class WhenAbsent {
    Invalid,   // it must be there
    Identity,  // the projection is y = x
    Zero,      // there is no bias
};

// The tensors that a row is computed from, in the order of its formula.
struct InputList {
    std::array<TensorId, 5> tensors{};
    int count = 0;

    constexpr InputList() = default;
    constexpr InputList(std::initializer_list<TensorId> list)
        : count(static_cast<int>(list.size())) {
        std::ranges::copy(list, tensors.begin());
    }
    constexpr const TensorId* begin() const { return tensors.data(); }
    constexpr const TensorId* end() const { return tensors.data() + count; }
};

struct TensorInfo {
    TensorId tensor = TensorId::Count;
    std::string_view name;       // in files, the UI log and hotspots
    std::string_view symbol;     // as in a formula
    std::string_view title;      // in words
    Stage stage = Stage::Count;  // that computes it; for a parameter, the first that reads it
    Axis rows = Axis::One;
    Axis columns = Axis::One;
    PerHead per_head = PerHead::No;
    bool per_layer = false;
    Qkv qkv = Qkv::None;

    // Whether a model has it, given that it has the stage; null: always.
    bool (*exists)(const Config&) = nullptr;

    // Parameters only.
    bool is_parameter = false;
    std::string_view key;  // of its part in a model file: "query" for both matrix and bias
    WhenAbsent when_absent = WhenAbsent::Invalid;

    // Computed tensors only.
    std::string_view formula;             // of one row
    InputList inputs;                     // in the most general configuration
    TensorId stand_in = TensorId::Count;  // what plays its role in a model that lacks it
};

const TensorInfo& InfoOf(TensorId tensor);

// All rows, in the order of the enum.
std::span<const TensorInfo> AllTensors();

// Nothing where no tensor has that name.
std::optional<TensorId> TensorNamed(std::string_view name);

}  // namespace decodescope
