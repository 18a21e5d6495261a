#include "core/check.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/decoder.h"

namespace decodescope {
namespace {

// Keeps the largest difference seen, and where.
class Comparison {
public:
    Comparison(const Recording& cached, const Recording& recomputed)
        : cached_(cached), recomputed_(recomputed) {}

    // All heads of a value's row at a position.
    void CompareRow(ValueAt at, int position) {
        for (int head = 0; head < HeadCount(cached_.config(), at.value); ++head) {
            const Numbers a = cached_.Row(at.value, at.layer, head, position);
            const Numbers b = recomputed_.Row(at.value, at.layer, head, position);
            assert(a.size() == b.size());
            for (int column = 0; column < a.size(); ++column) {
                const double difference = AbsoluteDifference(a[column], b[column]);
                if (difference <= largest_) continue;
                largest_ = difference;
                place_ = Cell{at.value, at.layer, head, position, column};
            }
        }
    }

    double largest() const { return largest_; }
    const std::optional<Cell>& place() const { return place_; }

private:
    const Recording& cached_;
    const Recording& recomputed_;
    double largest_ = 0.0;
    std::optional<Cell> place_;
};

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

double AbsoluteDifference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
    const double difference = std::abs(a - b);
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

PassCheck CheckPass(const Recording& recording, int pass_index) {
    const Pass& pass = recording.pass(pass_index);
    const Config& config = recording.config();
    const Recording recomputed = Recompute(recording, pass.cache_length_after);
    const Pass& whole = recomputed.pass(0);

    Comparison comparison(recording, recomputed);
    for (int position = 0; position <= pass.last_position(); ++position) {
        comparison.CompareRow(FinalHidden(config), position);
    }
    comparison.CompareRow({Value::Logits, 0}, pass.last_position());
    comparison.CompareRow({Value::Probabilities, 0}, pass.last_position());

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
