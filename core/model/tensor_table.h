// The table of everything a model is made of and computes: one row per value, one row per stage.
//
// The engine's trace, drawing, hover, export and the transcript all read these tables. A value is a
// named matrix such as the scores of one head in one layer; a stage is the named operation that
// computes some of them. Which rows exist follows from a model's configuration: a value or stage
// that a model lacks does not appear.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/config.h"

namespace decodescope {

enum class Stage {
    Embed,
    AttentionNorm,
    Project,
    Rope,
    Append,
    Score,
    Softmax,
    WeightedSum,
    OutputProjection,
    AddAttention,
    MlpNorm,
    Mlp,
    AddMlp,
    FinalNorm,
    Logits,
    Probabilities,
    Select,
    Count,
};

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
    FinalProbabilities,
    Count,
};

constexpr int kStageCount = static_cast<int>(Stage::Count);
constexpr int kTensorCount = static_cast<int>(TensorId::Count);

// What the rows or columns of a value count.
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

// Whether a value exists once, for each query head, or for each KV head.
enum class PerHead { No, Query, Kv };

struct TensorInfo {
    TensorId tensor;
    std::string_view name;    // in files, the UI log and hotspots
    std::string_view symbol;  // as in a formula
    std::string_view title;   // in words
    Stage stage;              // that computes it; for a parameter, the first that reads it
    Axis rows;
    Axis columns;
    PerHead per_head;
    bool per_layer;
    bool is_parameter;
    std::string_view formula;          // of one row
    std::span<const TensorId> inputs;  // in the most general configuration
};

struct StageInfo {
    Stage stage;
    std::string_view name;   // in files, the UI log and --playhead
    std::string_view title;  // beside its number
    std::string_view formula;
    bool per_layer;
};

const TensorInfo& InfoOf(TensorId tensor);
const StageInfo& InfoOf(Stage stage);

// Nothing where no value or stage has that name.
std::optional<TensorId> TensorNamed(std::string_view name);
std::optional<Stage> StageNamed(std::string_view name);

// Whether a model of this configuration has the value at all. Biases and gains count as present
// where the configuration allows them.
bool Has(const Config& config, TensorId tensor);
bool Has(const Config& config, Stage stage);

// Entries along an axis that has the same length in every pass (not Position or KeyPosition).
int Length(const Config& config, Axis axis);

// Heads that a value has one copy for; 1 where it has no heads.
int HeadCount(const Config& config, TensorId tensor);

// One step of a pass: a stage, in a layer (0 for stages outside the layers).
struct StageStep {
    Stage stage;
    int layer;

    friend bool operator==(const StageStep&, const StageStep&) = default;
};

// The steps of a pass in order. ABC has nine, from embed to select.
std::vector<StageStep> StepsOf(const Config& config);

// The values that one stage computes in this configuration, in order.
std::vector<TensorId> TensorsOf(const Config& config, Stage stage);

// Where a role in the dataflow is played by another value because the stage that would compute it
// is absent (ABC's final hidden vector is its head output). `layer` is changed where the role's
// player lives in another layer.
struct TensorAt {
    TensorId tensor;
    int layer;

    friend bool operator==(const TensorAt&, const TensorAt&) = default;
};

TensorAt BlockInput(const Config& config, int layer);      // what enters layer `layer`
TensorAt AttentionInput(const Config& config, int layer);  // what Q, K and V are projected from
TensorAt AfterAttention(const Config& config, int layer);  // the stream behind attention
TensorAt MlpInput(const Config& config, int layer);        // what the MLP reads
TensorAt BlockOutput(const Config& config, int layer);     // what leaves layer `layer`
TensorAt FinalHidden(const Config& config);                // what the output matrix is applied to
TensorId ScoredQ(const Config& config);        // q as the scores use it: after RoPE if any
TensorId CachedKSource(const Config& config);  // k as the append stage writes it

// What a computed value is made from in this configuration: the table's inputs, each played by
// whatever plays it there, and without those that the model lacks.
std::vector<TensorAt> InputsOf(const Config& config, TensorAt computed);

}  // namespace decodescope
