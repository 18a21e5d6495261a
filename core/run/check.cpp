#include "core/run/check.h"

#include "core/run/comparison.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"

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
    Decoder decoder(recomputed, Capture::Checked);
    recomputed.Append(decoder.Step());
    return recomputed;
}

// What is known of a pass that was not recomputed.
PassCheck Unchecked(const Recording& recording, int pass_index) {
    const int positions = recording.pass(pass_index).counts.KvPositions(recording.config());
    PassCheck check{.is_checked = false};
    check.cached_positions = positions;
    return check;
}

std::optional<TokenId> SelectedOf(const Pass& pass) {
    return pass.selection ? std::optional(pass.selection->id) : std::nullopt;
}

// All that a comparison has of one part.
void ComparePart(CheckedPart part, const Config& config, int last, Comparison& comparison) {
    const auto each_layer = [&](TensorId tensor) {
        for (int layer = 0; layer < config.layers; ++layer) {
            for (int position = 0; position <= last; ++position) {
                comparison.CompareRow({tensor, layer}, position);
            }
        }
    };
    switch (part) {
        case CheckedPart::Keys: return each_layer(TensorId::CachedK);
        case CheckedPart::Values: return each_layer(TensorId::CachedV);
        case CheckedPart::Hidden:
            for (int position = 0; position <= last; ++position) {
                comparison.CompareRow(FinalHidden(config), position);
            }
            return;
        case CheckedPart::Logits: return comparison.CompareRow({TensorId::Logits, 0}, last);
        case CheckedPart::Probabilities:
            return comparison.CompareRow({TensorId::Probabilities, 0}, last);
        case CheckedPart::Count: return;
    }
}

}  // namespace

std::string_view KeyOf(CheckedPart part) {
    constexpr std::array<std::string_view, kCheckedPartCount> kKeys = {"k", "v", "hidden", "logits",
                                                                       "probabilities"};
    return kKeys[static_cast<size_t>(part)];
}

std::string CheckedParts() { return "K and V of every layer, hidden, logits, probabilities"; }

PassCheck CheckPass(const Recording& recording, int pass_index) {
    const Pass& pass = recording.pass(pass_index);
    const Config& config = recording.config();
    const Recording recomputed = Recompute(recording, pass.cache_length_after);
    const Pass& whole = recomputed.pass(0);

    PassCheck check;
    for (int i = 0; i < kCheckedPartCount; ++i) {
        Comparison comparison(recording, recomputed);
        ComparePart(static_cast<CheckedPart>(i), config, pass.last_position(), comparison);
        check.differences[static_cast<size_t>(i)] = comparison.largest();
        check.compared += comparison.compared();
        if (comparison.largest() <= check.max_abs_difference) continue;
        check.max_abs_difference = comparison.largest();
        check.place = comparison.place();
    }

    // A sampled choice depends on which draw it is, and the recomputation always draws the first.
    const bool by_hand = pass.selection && pass.selection->by_hand;
    const bool comparable = recording.recipe().rule.is_greedy() && !by_hand;
    check.cached_positions = pass.counts.KvPositions(config);
    check.recomputed_positions = whole.counts.KvPositions(config);
    check.recomputed_counts = whole.counts;
    check.selection_agrees = !comparable || SelectedOf(pass) == SelectedOf(whole);
    return check;
}

CheckedPasses UsuallyChecked(const Recording& recording) {
    constexpr double kMostWork = 2e9;  // multiplications: a few seconds
    return EstimatedCheckWork(recording) <= kMostWork ? CheckedPasses::All : CheckedPasses::Last;
}

CheckedPasses CheckedInPassing(const Recording& recording) {
    constexpr double kMostWork = 1e8;  // multiplications: less than a tenth of a second
    if (EstimatedCheckWork(recording) <= kMostWork) return CheckedPasses::All;
    return EstimatedWork(recording) <= kMostWork ? CheckedPasses::Last : CheckedPasses::None;
}

PassCheck RunningCheck::Next(const Recording& recording, bool is_last) {
    const int pass = passes_++;
    PassCheck check = is_wanted(is_last) ? CheckPass(recording, pass) : Unchecked(recording, pass);
    // Rows that were there before the first pass came from another worker, who computed them.
    if (pass == 0) cached_total_ = recording.pass(0).cache_length_before;
    cached_total_ += check.cached_positions;
    if (!check.is_checked) recomputed_total_.reset();
    if (recomputed_total_) *recomputed_total_ += check.recomputed_positions;
    check.cached_total = cached_total_;
    check.recomputed_total = recomputed_total_;
    return check;
}

std::vector<PassCheck> CheckPasses(const Recording& recording, CheckedPasses which,
                                   const std::function<void(int)>& after) {
    RunningCheck running(which);
    std::vector<PassCheck> checks;
    for (int i = 0; i < recording.pass_count(); ++i) {
        const bool is_last = i + 1 == recording.pass_count();
        checks.push_back(running.Next(recording, is_last));
        if (after && running.is_wanted(is_last)) after(i + 1);
    }
    return checks;
}

}  // namespace decodescope
