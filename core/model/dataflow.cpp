#include "core/model/dataflow.h"

#include <cassert>

namespace decodescope {

bool Has(const Config& config, Stage stage) {
    const auto exists = InfoOf(stage).exists;
    return exists == nullptr || exists(config);
}

bool Has(const Config& config, TensorId tensor) {
    const TensorInfo& info = InfoOf(tensor);
    return Has(config, info.stage) && (info.exists == nullptr || info.exists(config));
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

// --- Steps and what they compute -----------------------------------------------------------------

// The table has the stages in the order of a pass: some before the layers, those of a layer, and
// those after the last.
std::vector<StageStep> StepsOf(const Config& config) {
    const std::span<const StageInfo> stages = AllStages();
    const auto layer_begin = std::ranges::find(stages, true, &StageInfo::per_layer);
    const auto layer_end =
        std::ranges::find(layer_begin, stages.end(), false, &StageInfo::per_layer);
    std::vector<StageStep> steps;
    const auto add = [&](auto begin, auto end, int layer) {
        for (auto info = begin; info != end; ++info) {
            if (Has(config, info->stage)) steps.push_back({info->stage, layer});
        }
    };
    add(stages.begin(), layer_begin, 0);
    for (int layer = 0; layer < config.layers; ++layer) add(layer_begin, layer_end, layer);
    add(layer_end, stages.end(), 0);
    return steps;
}

std::vector<TensorId> TensorsOf(const Config& config, Stage stage) {
    std::vector<TensorId> tensors;
    for (const TensorInfo& info : AllTensors()) {
        if (info.stage == stage && !info.is_parameter && Has(config, info.tensor)) {
            tensors.push_back(info.tensor);
        }
    }
    return tensors;
}

std::vector<TensorId> FormsOf(const Config& config, Qkv qkv) {
    std::vector<TensorId> forms;
    for (const TensorInfo& info : AllTensors()) {
        const bool is_form = info.qkv == qkv && !info.is_parameter && info.stage < Stage::Append;
        if (is_form && Has(config, info.tensor)) forms.push_back(info.tensor);
    }
    return forms;
}

// --- Which tensor plays which role ---------------------------------------------------------------

TensorAt SourceOf(const Config& config, TensorAt role) {
    if (role.tensor == TensorId::ResidualIn && role.layer > 0) {
        return SourceOf(config, {TensorId::ResidualOut, role.layer - 1});
    }
    const TensorInfo& info = InfoOf(role.tensor);
    if (info.stand_in == TensorId::Count || Has(config, role.tensor)) return role;
    // What stands in for a tensor outside the layers is what left the last one.
    return SourceOf(config, {info.stand_in, info.per_layer ? role.layer : config.layers - 1});
}

TensorAt BlockInput(const Config& config, int layer) {
    return SourceOf(config, {TensorId::ResidualIn, layer});
}

TensorAt AttentionInput(const Config& config, int layer) {
    return SourceOf(config, {TensorId::AttentionInput, layer});
}

TensorAt AfterAttention(const Config& config, int layer) {
    return SourceOf(config, {TensorId::ResidualMid, layer});
}

TensorAt MlpInput(const Config& config, int layer) {
    return SourceOf(config, {TensorId::MlpInput, layer});
}

TensorAt BlockOutput(const Config& config, int layer) {
    return SourceOf(config, {TensorId::ResidualOut, layer});
}

TensorAt FinalHidden(const Config& config) { return SourceOf(config, {TensorId::Hidden, 0}); }

TensorId UnrotatedQ(const Config& config) {
    return SourceOf(config, {TensorId::NormedQ, 0}).tensor;
}

TensorId UnrotatedK(const Config& config) {
    return SourceOf(config, {TensorId::NormedK, 0}).tensor;
}

TensorId ScoredQ(const Config& config) { return SourceOf(config, {TensorId::RotatedQ, 0}).tensor; }

TensorId CachedKSource(const Config& config) {
    return SourceOf(config, {TensorId::RotatedK, 0}).tensor;
}

std::vector<TensorAt> InputsOf(const Config& config, TensorAt computed) {
    const TensorInfo& info = InfoOf(computed.tensor);
    // What a tensor outside the layers reads of a layer is what left the last one.
    const int layer = info.per_layer ? computed.layer : config.layers - 1;
    std::vector<TensorAt> inputs;
    for (const TensorId input : info.inputs) {
        const bool is_tied = input == TensorId::OutputWeight && config.tied_output;
        const bool is_in_layer = InfoOf(input).per_layer || input == TensorId::ResidualIn;
        const TensorAt source = is_tied ? TensorAt{TensorId::TokenEmbedding, 0}
                                        : SourceOf(config, {input, is_in_layer ? layer : 0});
        if (Has(config, source.tensor)) inputs.push_back(source);
    }
    return inputs;
}

}  // namespace decodescope
