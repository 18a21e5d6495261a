#include "core/run/check.h"

#include "core/run/comparison.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

// The first `count` IDs of a recording, run as the prefill of a fresh, empty cache.
Recording Recompute(const Recording& recording, int count) {
    Recipe recipe = recording.recipe();
    recipe.tokens = 1;
    recipe.branches = {{}};
    recipe.branch = 0;
    const std::vector<TokenId> prefix(recording.ids().begin(), recording.ids().begin() + count);
    Recording recomputed(std::move(recipe), prefix);
    Decoder decoder(recomputed);
    recomputed.Append(decoder.Step());
    return recomputed;
}

std::optional<TokenId> SelectedOf(const Pass& pass) {
    return pass.selection ? std::optional(pass.selection->id) : std::nullopt;
}

}  // namespace

PassCheck CheckPass(const Recording& recording, int pass_index) {
    const Pass& pass = recording.pass(pass_index);
    const Config& config = recording.config();
    const Recording recomputed = Recompute(recording, pass.cache_length_after);
    const Pass& whole = recomputed.pass(0);

    Comparison comparison(recording, recomputed);
    for (int position = 0; position <= pass.last_position(); ++position) {
        comparison.CompareRow(FinalHidden(config), position);
    }
    comparison.CompareRow({TensorId::Logits, 0}, pass.last_position());
    comparison.CompareRow({TensorId::Probabilities, 0}, pass.last_position());

    // A sampled choice depends on which draw it is, and the recomputation always draws the first.
    const bool by_hand = pass.selection && pass.selection->by_hand;
    const bool comparable = recording.recipe().rule.is_greedy() && !by_hand;
    return {.cached_positions = pass.counts.KvPositions(config),
            .recomputed_positions = whole.counts.KvPositions(config),
            .cached_total = pass.counts.KvPositions(config),
            .recomputed_total = whole.counts.KvPositions(config),
            .recomputed_counts = whole.counts,
            .max_abs_difference = comparison.largest(),
            .place = comparison.place(),
            .selection_agrees = !comparable || SelectedOf(pass) == SelectedOf(whole)};
}

std::vector<PassCheck> CheckAll(const Recording& recording) {
    std::vector<PassCheck> checks;
    for (int i = 0; i < recording.pass_count(); ++i) {
        PassCheck check = CheckPass(recording, i);
        if (i > 0) {
            check.cached_total += checks.back().cached_total;
            check.recomputed_total += checks.back().recomputed_total;
        }
        checks.push_back(check);
    }
    return checks;
}

}  // namespace decodescope
