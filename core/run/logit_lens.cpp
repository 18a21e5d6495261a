#include "core/run/logit_lens.h"

#include <algorithm>
#include <cmath>

#include "core/model/dataflow.h"

namespace decodescope {

LensNumbers LensAfter(const Recording& recording, const Pass& pass, int layer) {
    const TensorAt stream = BlockOutput(recording.config(), layer);
    const SharedTrace trace = recording.TraceOf(pass);
    const Row x = trace.Row(stream.tensor, stream.layer, pass.last_position()).ToVector();
    const RowMath math(recording.model());
    LensNumbers numbers;
    numbers.logits = math.Logits(math.Normalize(TensorId::FinalNormGain, 0, x));
    numbers.probabilities = math.Softmax(numbers.logits);
    return numbers;
}

std::optional<LensToken> StandingOf(const LensNumbers& numbers, TokenId id) {
    const Row& logits = numbers.logits;
    const auto at = static_cast<size_t>(id);
    LensToken token{.id = id, .probability = numbers.probabilities[at]};
    for (size_t other = 0; other < logits.size(); ++other) {
        if (std::isnan(logits[other])) return std::nullopt;
        const bool is_equal_before = logits[other] == logits[at] && other < at;
        if (logits[other] > logits[at] || is_equal_before) ++token.rank;
    }
    return token;
}

LensLine LensLineAfter(const Recording& recording, const Pass& pass, int layer) {
    const LensNumbers numbers = LensAfter(recording, pass, layer);
    const auto largest = std::ranges::max_element(numbers.logits);  // the first of equal ones
    const auto best = static_cast<TokenId>(largest - numbers.logits.begin());
    LensLine line{.layer = layer, .best = StandingOf(numbers, best), .selected = std::nullopt};
    if (pass.selection) line.selected = StandingOf(numbers, pass.selection->id);
    return line;
}

std::optional<int> SettledFrom(const std::vector<LensLine>& lines, int layers) {
    if (std::ssize(lines) != layers) return std::nullopt;
    const auto is_not_first = [](const LensLine& line) {
        return !line.selected || line.selected->rank != 1;
    };
    const auto last = std::find_if(lines.rbegin(), lines.rend(), is_not_first);
    if (last == lines.rbegin()) return std::nullopt;
    return static_cast<int>(last.base() - lines.begin());
}

double LensWork(const Config& config) {
    return static_cast<double>(config.layers) * config.d_model * config.vocabulary_size;
}

}  // namespace decodescope
