#include "core/mistakes/result_checks.h"

#include <algorithm>

#include "core/base/number.h"
#include "core/mistakes/nucleus.h"

namespace decodescope {
namespace {

Found CompareRows(const PassUnderTest& at, const Row& found, const Row& expected) {
    LargestViolation largest;
    for (size_t i = 0; i < found.size(); ++i) {
        largest.Compare(at, found[i], expected[i], {.place = at.pass.last_row().place});
    }
    return largest.get();
}

// Whether the rule has a limit besides top-p and top-k, with which a nucleus begins.
bool HasOtherLimit(const SelectionRule& rule) {
    return std::ranges::any_of(RuleFields(), [&](const RuleField& field) {
        const bool is_other = field.is_limit() && field.key != "top_k" && field.key != "top_p";
        return is_other && !IsDefault(field, rule);
    });
}

}  // namespace

Found CheckHidden(const PassUnderTest& at) {
    LargestViolation largest;
    const TensorAt hidden = FinalHidden(at.config());
    for (const PlainRow& row : at.pass.rows) {
        if (row.is_padding()) continue;
        const Numbers expected = at.trace().Row(hidden.tensor, hidden.layer, row.place);
        for (int i = 0; i < expected.size(); ++i) {
            largest.Compare(at, row.hidden[static_cast<size_t>(i)], expected[i],
                            {.place = row.place});
        }
    }
    return largest.get();
}

Found CheckLogits(const PassUnderTest& at) {
    return CompareRows(at, at.pass.logits, at.pass.correct.logits);
}

// As long as both have selected the same tokens; after that they continue different texts.
Found CheckRequestAlone(const PassUnderTest& at) {
    const auto pass = static_cast<size_t>(at.pass.index);
    if (pass >= at.sequence.logits_alone.size()) return std::nullopt;
    const auto length = static_cast<std::ptrdiff_t>(at.positions());
    if (!std::equal(at.sequence.ids.begin(), at.sequence.ids.begin() + length,
                    at.sequence.ids_alone.begin())) {
        return std::nullopt;
    }
    return CompareRows(at, at.pass.logits, at.sequence.logits_alone[pass]);
}

// What is kept reaches top-p, unless another limit is stricter, and without its least likely
// candidate it would not.
Found CheckNucleus(const PassUnderTest& at) {
    const SelectionRule& rule = at.run.recipe.rule;
    if (!at.pass.selection || at.pass.selection->by_hand) return std::nullopt;
    const Nucleus nucleus = NucleusOf(rule, at.pass.logits);
    double sum = 0, least = 0;
    size_t kept = 0;
    for (size_t i = 0; i < nucleus.order.size(); ++i) {
        if (at.pass.probabilities_after_rule[static_cast<size_t>(nucleus.order[i])] == 0) continue;
        sum += least = nucleus.shares[i];
        ++kept;
    }
    const bool reaches = sum >= rule.top_p || HasOtherLimit(rule) || kept == nucleus.order.size() ||
                         nucleus.shares[kept] == 0;
    const bool is_smallest = kept == 1 || sum - least < rule.top_p;
    if (reaches && is_smallest) return std::nullopt;
    return Violation{.place = at.pass.last_row().place,
                     .found = sum,
                     .expected = rule.top_p,
                     .detail = CountText(static_cast<std::int64_t>(kept), "candidate")};
}

}  // namespace decodescope
