#include "app/scene/words.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

int CharacterCount(std::string_view utf8) {
    const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
    return static_cast<int>(std::ranges::count_if(utf8, starts));
}

std::string StepNumber(const Recording& recording, const StageStep& step) {
    return std::to_string(recording.StepOf(step.stage, step.layer) + 1);
}

std::string ShapeWord(int rows, int columns) {
    return std::to_string(rows) + "×" + std::to_string(columns);
}

std::string ScoreFormula(const Config& config) {
    const double scale = config.attention_scale;
    if (scale == 1.0) return "q·k";
    constexpr double kLargestRoot = 1e6;  // beyond it the number says more than the root
    const double root = std::round(1.0 / (scale * scale));
    if (root <= kLargestRoot && std::abs(1.0 / std::sqrt(root) - scale) < 1e-6 * scale) {
        return "q·k / √" + std::to_string(static_cast<int>(root));
    }
    return "q·k · scale";
}

int HeadOf(const Config& config, TensorId tensor, int query_head) {
    switch (InfoOf(tensor).per_head) {
        case PerHead::No: return 0;
        case PerHead::Query: return query_head;
        case PerHead::Kv: return config.KvHeadOf(query_head);
    }
    return 0;
}

}  // namespace decodescope
