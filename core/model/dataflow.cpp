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

bool Has(const Config& config, Value value) {
    if (!Has(config, InfoOf(value).stage)) return false;
    switch (value) {
        case Value::PositionEmbedding: return config.positions == Positions::Learned;
        case Value::AttentionNormBias:
        case Value::AttentionNormMean:
        case Value::MlpNormBias:
        case Value::MlpNormMean:
        case Value::FinalNormBias:
        case Value::FinalNormMean: return HasLayerNorm(config);
        case Value::GateWeight:
        case Value::GateBias:
        case Value::Gate: return config.mlp == MlpKind::SwiGlu;
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

int HeadCount(const Config& config, Value value) {
    switch (InfoOf(value).per_head) {
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

ValueAt BlockInput(const Config& config, int layer) {
    return layer == 0 ? ValueAt{Value::X, 0} : BlockOutput(config, layer - 1);
}

ValueAt AttentionInput(const Config& config, int layer) {
    if (HasNorm(config)) return {Value::AttentionInput, layer};
    return BlockInput(config, layer);
}

ValueAt AfterAttention(const Config& config, int layer) {
    if (config.residuals) return {Value::ResidualAttention, layer};
    if (!config.identity_attention_output) return {Value::AttentionOutput, layer};
    return {Value::HeadOutput, layer};
}

ValueAt MlpInput(const Config& config, int layer) {
    if (HasNorm(config)) return {Value::MlpInput, layer};
    return AfterAttention(config, layer);
}

ValueAt BlockOutput(const Config& config, int layer) {
    if (!HasMlp(config)) return AfterAttention(config, layer);
    return {config.residuals ? Value::ResidualMlp : Value::MlpOutput, layer};
}

ValueAt FinalHidden(const Config& config) {
    if (HasNorm(config)) return {Value::Hidden, 0};
    return BlockOutput(config, config.layers - 1);
}

Value ScoredQuery(const Config& config) {
    return HasRope(config) ? Value::QueryRotated : Value::Query;
}

Value CachedKeySource(const Config& config) {
    return HasRope(config) ? Value::KeyRotated : Value::Key;
}

namespace {

// Who plays an input of a value in layer `layer`. The norms outside and the output matrix read what
// leaves the last layer.
ValueAt PlayerOf(const Config& config, Value input, const ValueInfo& reader, int layer) {
    switch (input) {
        case Value::X: return reader.per_layer ? BlockInput(config, layer) : ValueAt{Value::X, 0};
        case Value::AttentionInput: return AttentionInput(config, layer);
        case Value::QueryRotated: return {ScoredQuery(config), layer};
        case Value::KeyRotated: return {CachedKeySource(config), layer};
        case Value::AttentionOutput:
            return {config.identity_attention_output ? Value::HeadOutput : Value::AttentionOutput,
                    layer};
        case Value::ResidualAttention: return AfterAttention(config, layer);
        case Value::MlpInput: return MlpInput(config, layer);
        case Value::ResidualMlp: return BlockOutput(config, config.layers - 1);
        case Value::Hidden: return FinalHidden(config);
        case Value::OutputWeight:
            return {config.tied_output ? Value::TokenEmbedding : Value::OutputWeight, 0};
        default: return {input, InfoOf(input).per_layer ? layer : 0};
    }
}

}  // namespace

std::vector<ValueAt> InputsOf(const Config& config, ValueAt computed) {
    const ValueInfo& info = InfoOf(computed.value);
    std::vector<ValueAt> inputs;
    for (const Value input : info.inputs) {
        const ValueAt player = PlayerOf(config, input, info, computed.layer);
        if (Has(config, player.value)) inputs.push_back(player);
    }
    return inputs;
}

}  // namespace decodescope
