// What follows from a configuration: which values and stages there are, how long they are, and
// which value plays which role.

#include <cassert>

#include "core/model/tensor_table.h"

namespace decodescope {
namespace {

bool HasNorm(const Config& config) { return config.norm != NormKind::None; }
bool HasLayerNorm(const Config& config) { return config.norm == NormKind::LayerNorm; }
bool HasMlp(const Config& config) { return config.mlp != MlpKind::None; }
bool HasRope(const Config& config) { return config.positions == Positions::Rope; }

}  // namespace

bool Has(const Config& config, Stage stage) {
    switch (stage) {
        case Stage::AttentionNorm:
        case Stage::FinalNorm: return HasNorm(config);
        case Stage::Rope: return HasRope(config);
        case Stage::OutputProjection: return !config.identity_attention_output;
        case Stage::AddAttention: return config.residuals;
        case Stage::MlpNorm: return HasNorm(config) && HasMlp(config);
        case Stage::Mlp: return HasMlp(config);
        case Stage::AddMlp: return HasMlp(config) && config.residuals;
        default: return stage != Stage::Count;
    }
}

bool Has(const Config& config, TensorId tensor) {
    if (!Has(config, InfoOf(tensor).stage)) return false;
    switch (tensor) {
        case TensorId::PositionEmbedding: return config.positions == Positions::Learned;
        case TensorId::AttentionNormBias:
        case TensorId::AttentionNormMean:
        case TensorId::MlpNormBias:
        case TensorId::MlpNormMean:
        case TensorId::FinalNormBias:
        case TensorId::FinalNormMean: return HasLayerNorm(config);
        case TensorId::GateWeight:
        case TensorId::GateBias:
        case TensorId::Gate: return config.mlp == MlpKind::SwiGlu;
        default: return true;
    }
}

int Length(const Config& config, Axis axis) {
    switch (axis) {
        case Axis::One: return 1;
        case Axis::Vocabulary: return config.vocabulary_size;
        case Axis::Context: return config.context_length;
        case Axis::DModel: return config.d_model;
        case Axis::QueryWidth: return config.query_width();
        case Axis::KvWidth: return config.kv_width();
        case Axis::HeadDim: return config.head_dim;
        case Axis::MlpHidden: return config.mlp_hidden;
        case Axis::Position:
        case Axis::KeyPosition: break;
    }
    assert(!"this axis grows with the sequence");
    return 0;
}

int HeadCount(const Config& config, TensorId tensor) {
    switch (InfoOf(tensor).per_head) {
        case PerHead::Query: return config.query_heads;
        case PerHead::Kv: return config.kv_heads;
        case PerHead::No: break;
    }
    return 1;
}

std::vector<StageStep> StepsOf(const Config& config) {
    std::vector<StageStep> steps;
    const auto add = [&](Stage first, Stage last, int layer) {
        for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
            const auto stage = static_cast<Stage>(i);
            if (Has(config, stage)) steps.push_back({stage, layer});
        }
    };
    add(Stage::Embed, Stage::Embed, 0);
    for (int layer = 0; layer < config.layers; ++layer) {
        add(Stage::AttentionNorm, Stage::AddMlp, layer);
    }
    add(Stage::FinalNorm, Stage::Select, 0);
    return steps;
}

// --- Who plays which role ---------------------------------------------------------------------

TensorAt BlockInput(const Config& config, int layer) {
    return layer == 0 ? TensorAt{TensorId::ResidualIn, 0} : BlockOutput(config, layer - 1);
}

TensorAt AttentionInput(const Config& config, int layer) {
    if (HasNorm(config)) return {TensorId::AttentionInput, layer};
    return BlockInput(config, layer);
}

TensorAt AfterAttention(const Config& config, int layer) {
    if (config.residuals) return {TensorId::ResidualMid, layer};
    if (!config.identity_attention_output) return {TensorId::AttentionOutput, layer};
    return {TensorId::HeadOutput, layer};
}

TensorAt MlpInput(const Config& config, int layer) {
    if (HasNorm(config)) return {TensorId::MlpInput, layer};
    return AfterAttention(config, layer);
}

TensorAt BlockOutput(const Config& config, int layer) {
    if (!HasMlp(config)) return AfterAttention(config, layer);
    return {config.residuals ? TensorId::ResidualOut : TensorId::MlpOutput, layer};
}

TensorAt FinalHidden(const Config& config) {
    if (HasNorm(config)) return {TensorId::Hidden, 0};
    return BlockOutput(config, config.layers - 1);
}

TensorId ScoredQ(const Config& config) {
    return HasRope(config) ? TensorId::RotatedQ : TensorId::Q;
}

TensorId CachedKSource(const Config& config) {
    return HasRope(config) ? TensorId::RotatedK : TensorId::K;
}

namespace {

// Who plays an input of a value in layer `layer`. The norms outside and the output matrix read what
// leaves the last layer.
TensorAt SourceOf(const Config& config, TensorId input, const TensorInfo& reader, int layer) {
    switch (input) {
        case TensorId::ResidualIn:
            return reader.per_layer ? BlockInput(config, layer) : TensorAt{TensorId::ResidualIn, 0};
        case TensorId::AttentionInput: return AttentionInput(config, layer);
        case TensorId::RotatedQ: return {ScoredQ(config), layer};
        case TensorId::RotatedK: return {CachedKSource(config), layer};
        case TensorId::AttentionOutput:
            return {
                config.identity_attention_output ? TensorId::HeadOutput : TensorId::AttentionOutput,
                layer};
        case TensorId::ResidualMid: return AfterAttention(config, layer);
        case TensorId::MlpInput: return MlpInput(config, layer);
        case TensorId::ResidualOut: return BlockOutput(config, config.layers - 1);
        case TensorId::Hidden: return FinalHidden(config);
        case TensorId::OutputWeight:
            return {config.tied_output ? TensorId::TokenEmbedding : TensorId::OutputWeight, 0};
        default: return {input, InfoOf(input).per_layer ? layer : 0};
    }
}

}  // namespace

std::vector<TensorAt> InputsOf(const Config& config, TensorAt computed) {
    const TensorInfo& info = InfoOf(computed.tensor);
    std::vector<TensorAt> inputs;
    for (const TensorId input : info.inputs) {
        const TensorAt player = SourceOf(config, input, info, computed.layer);
        if (Has(config, player.tensor)) inputs.push_back(player);
    }
    return inputs;
}

}  // namespace decodescope
