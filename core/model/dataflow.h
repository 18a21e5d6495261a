// What follows from a configuration: which tensors and stages a model has, how long they are, in
// which order its stages run, and which tensor plays which role.
#pragma once

#include <vector>

#include "core/model/tensor_table.h"

namespace decodescope {

// Whether a model of this configuration has the tensor or stage at all. Biases count as present
// where the configuration allows them.
bool Has(const Config& config, TensorId tensor);
bool Has(const Config& config, Stage stage);

// Entries along an axis that has the same length in every pass (not Position or KeyPosition).
int Length(const Config& config, Axis axis);

// Heads that a tensor has one copy for; 1 where it has no heads.
int HeadCount(const Config& config, TensorId tensor);

// One step of a pass: a stage, in a layer (0 for stages outside the layers).
struct StageStep {
    Stage stage;
    int layer;

    friend bool operator==(const StageStep&, const StageStep&) = default;
};

// The steps of a pass in order. ABC has nine, from embed to select.
std::vector<StageStep> StepsOf(const Config& config);

// The tensors that one stage computes in this configuration, in order.
std::vector<TensorId> TensorsOf(const Config& config, Stage stage);

// The forms that q, k or v takes before it is cached or scored, in order: as projected, after its
// norm, after RoPE.
std::vector<TensorId> FormsOf(const Config& config, Qkv qkv);

// A tensor in a layer; layer 0 where it has none.
struct TensorAt {
    TensorId tensor;
    int layer;

    friend bool operator==(const TensorAt&, const TensorAt&) = default;
};

// The tensor itself, or where the model lacks it, what stands in for it (TensorInfo::stand_in):
// ABC's final hidden vector is its head output. What enters a layer is ResidualIn in that layer,
// which is what left the layer before.
TensorAt SourceOf(const Config& config, TensorAt role);

TensorAt BlockInput(const Config& config, int layer);      // what enters layer `layer`
TensorAt AttentionInput(const Config& config, int layer);  // what Q, K and V are projected from
TensorAt AfterAttention(const Config& config, int layer);  // the residual stream after attention
TensorAt MlpInput(const Config& config, int layer);        // what the MLP reads
TensorAt BlockOutput(const Config& config, int layer);     // what leaves layer `layer`
TensorAt FinalHidden(const Config& config);                // what the output matrix is applied to
TensorId UnrotatedQ(const Config& config);     // q as RoPE takes it: after its norm if any
TensorId UnrotatedK(const Config& config);     // k as RoPE takes it
TensorId ScoredQ(const Config& config);        // q as the scores use it: after RoPE if any
TensorId CachedKSource(const Config& config);  // k as the append stage writes it

// What a computed tensor is made from in this configuration: the table's inputs or their stand-ins,
// without those that the model lacks.
std::vector<TensorAt> InputsOf(const Config& config, TensorAt computed);

}  // namespace decodescope
