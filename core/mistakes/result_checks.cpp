// What comes out of a pass.
#include "core/base/number.h"
#include "core/mistakes/judge.h"
#include "core/mistakes/nucleus.h"

namespace decodescope {
namespace {

Found CompareRows(const PassUnderTest& at, const Row& found, const Row& expected) {
    LargestViolation worst;
    for (size_t i = 0; i < found.size(); ++i) {
        worst.Compare(at, found[i], expected[i], {.place = at.pass.last_row().place});
    }
    return worst.get();
}

}  // namespace

Found CheckHidden(const PassUnderTest& at) {
    LargestViolation worst;
    const TensorAt hidden = FinalHidden(at.config());
    for (const PlainRow& row : at.pass.rows) {
        if (row.is_padding()) continue;
        const Numbers expected = at.trace().Row(hidden.tensor, hidden.layer, row.place);
        for (int i = 0; i < expected.size(); ++i) {
            worst.Compare(at, row.hidden[static_cast<size_t>(i)], expected[i],
                          {.place = row.place});
        }
    }
    return worst.get();
}

Found CheckLogits(const PassUnderTest& at) {
    return CompareRows(at, at.pass.logits, at.pass.sound.logits);
}

// As long as both have selected the same tokens; from there on they answer different texts.
Found CheckRowAlone(const PassUnderTest& at) {
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
        if (at.pass.final_probabilities[static_cast<size_t>(nucleus.order[i])] == 0) continue;
        sum += least = nucleus.shares[i];
        ++kept;
    }
    const bool reaches = sum >= rule.top_p || rule.min_p > 0 || kept == nucleus.order.size() ||
                         nucleus.shares[kept] == 0;
    const bool is_smallest = kept == 1 || sum - least < rule.top_p;
    if (reaches && is_smallest) return std::nullopt;
    return Violation{.place = at.pass.last_row().place,
                     .found = sum,
                     .expected = rule.top_p,
                     .detail = CountText(static_cast<std::int64_t>(kept), "candidate")};
}

}  // namespace decodescope
