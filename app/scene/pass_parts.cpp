#include "app/scene/pass_parts.h"

namespace decodescope {

std::optional<Part> PartOf(const Config& config, const TensorAt& at, int layer) {
    if (at == BlockInput(config, layer)) return Part::Input;
    if (InfoOf(at.tensor).per_layer && at.layer != layer) return std::nullopt;
    switch (at.tensor) {
        case TensorId::AttentionNormMean:
        case TensorId::AttentionNormRstd:
        case TensorId::AttentionInput: return Part::NormedInput;
        case TensorId::Q: return Part::Query;
        case TensorId::RotatedQ: return Part::RotatedQuery;
        case TensorId::QueryNormMean:
        case TensorId::QueryNormRstd:
        case TensorId::NormedQ: return Part::NormedQuery;
        case TensorId::KeyNormMean:
        case TensorId::KeyNormRstd:
        case TensorId::NormedK: return Part::NormedKey;
        case TensorId::K: return Part::Key;
        case TensorId::RotatedK: return Part::RotatedKey;
        case TensorId::V: return Part::Value;
        case TensorId::CachedK:
        case TensorId::CachedV: return Part::Cache;
        case TensorId::Scores: return Part::Score;
        case TensorId::AttentionWeights: return Part::Softmax;
        case TensorId::HeadOutput: return Part::WeightedSum;
        case TensorId::Logits:
        case TensorId::Probabilities:
        case TensorId::ProbabilitiesAfterRule: return Part::Candidates;
        default: break;
    }
    const bool is_after_attention =
        TensorId::AttentionOutput <= at.tensor && at.tensor <= TensorId::Hidden;
    return is_after_attention ? std::optional(Part::PostAttention) : std::nullopt;
}

Parts PartsOfStep(const Recording& recording, int step, int layer) {
    Parts parts;
    if (step < 0) return parts;
    const Config& config = recording.config();
    const StageStep at = StepsOf(config)[static_cast<size_t>(step)];
    const auto add = [&](const TensorAt& tensor) {
        if (const std::optional<Part> part = PartOf(config, tensor, layer)) parts.Add(*part);
    };
    for (const TensorId tensor : TensorsOf(config, at.stage)) {
        add({tensor, at.layer});
        for (const TensorAt& input : InputsOf(config, {tensor, at.layer})) add(input);
    }
    if (at.stage == Stage::Select) {
        parts.Add(Part::Candidates);
        parts.Add(Part::Tray);
    }
    return parts;
}

}  // namespace decodescope
