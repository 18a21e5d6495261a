// From logits to one token: probabilities, the rule that narrows them, and the choice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/numbers.h"
#include "core/engine/selection_rule.h"
#include "core/model/config.h"

namespace decodescope {

// What is left of the candidates after one step of a truncation, likeliest first.
struct TruncationStep {
    const RuleField* limit = nullptr;  // null: candidates of probability 0 were dropped
    Dropped dropped = Dropped::No;     // what it says of those that it dropped
    std::vector<size_t> left;          // indexes into the candidates, at least one
};

// Applies the limits of a rule, in the order of RuleFields, and drops what has probability 0 in the
// end. `shares`: the tempered probabilities, largest first. Only steps that drop any are listed.
std::vector<TruncationStep> Truncate(const SelectionRule& rule, const std::vector<double>& shares);

// exp((z − max) / T) / Σ for finite logits: what the limits of a rule apply to.
std::vector<double> SoftmaxAt(const std::vector<double>& logits, double temperature);

// All IDs, the largest logit first; equals in the order of their IDs, so that where a limit cuts
// between equals, the lower ID stays.
std::vector<TokenId> LikeliestFirst(const std::vector<double>& logits);

// A candidate's part of [0, 1): a number drawn in [from, to) hits it.
struct Interval {
    TokenId id = 0;
    double probability = 0;
    double from = 0;
    double to = 0;
};

// The candidates that a sampling rule keeps, likeliest first, side by side from 0 to 1. Logits must
// be finite or −∞, not all −∞. A probability too small to change the sum in double precision gets
// an empty interval and is never hit; what rounding leaves over at 1 belongs to the last that is
// not empty.
std::vector<Interval> IntervalsOf(const SelectionRule& rule, const std::vector<double>& logits);

// The candidate that u in [0, 1) hits.
TokenId SampleFrom(double u, const std::vector<Interval>& intervals);

// Why each candidate was dropped, by ID, for one row of logits; where nothing can be selected from
// them, every one has the same reason.
std::vector<Dropped> DroppedBy(const SelectionRule& rule, const std::vector<double>& logits);

// What a rule picked, and from what.
struct Selection {
    TokenId id = 0;
    std::vector<TokenId> tied;    // all IDs that share the largest logit, if more than one (greedy)
    std::optional<double> drawn;  // the number u in [0, 1) that was drawn (sample)

    bool by_hand = false;               // the user took it, whatever the rule selects
    std::optional<TokenId> instead_of;  // what the rule would have selected, if anything

    friend bool operator==(const Selection&, const Selection&) = default;
};

// A vocabulary entry at a selection.
struct Candidate {
    TokenId id = 0;
    double logit = 0;
    double probability = 0;             // softmax of the logits
    double probability_after_rule = 0;  // 0 where the rule dropped it
    bool kept = false;                  // by the rule
    Dropped dropped = Dropped::No;      // why not, if CandidatesOf made it
};

// What a rule makes of one row of logits.
struct SelectionResult {
    std::optional<Selection> selection;  // nothing where a logit is NaN or none has a probability
    std::vector<double> probabilities;   // [vocabulary_size], after the rule
};

// Applies `rule` to one row of logits. `draw_index` says which draw of the seed this is (the pass),
// so that any draw can be repeated without the ones before it.
SelectionResult Select(const SelectionRule& rule, int draw_index,
                       const std::vector<double>& logits);

// The number in [0, 1) that draw `draw_index` of `seed` yields; 53 random bits of std::mt19937_64,
// which the standard defines to the bit.
double DrawUniform(std::uint64_t seed, int draw_index);

}  // namespace decodescope
