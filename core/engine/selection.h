// From logits to one token: probabilities, the rule that narrows them, and the choice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/numbers.h"
#include "core/model/config.h"

namespace decodescope {

enum class RuleKind { Greedy, Sample };

// How one candidate is picked. Greedy takes the largest logit, the lowest ID among equals. Sample
// applies, in this order, temperature, top-k, top-p and min-p, renormalises what is left and draws.
struct SelectionRule {
    RuleKind kind = RuleKind::Greedy;
    double temperature = 1.0;  // >= 0; 0 is greedy
    int top_k = 0;             // 0: no limit
    double top_p = 1.0;        // in (0, 1]; the smallest set whose probability reaches it
    double min_p = 0.0;        // in [0, 1]; of the largest probability
    std::uint64_t seed = 0;

    // Whether nothing is drawn.
    bool is_greedy() const { return kind == RuleKind::Greedy || temperature == 0.0; }

    friend bool operator==(const SelectionRule&, const SelectionRule&) = default;
};

// How many candidates, likeliest first, are left behind each of a rule's limits, in the order in
// which they apply. A limit that is not set leaves as many as it found; at least one is left in the
// end.
struct Cutoffs {
    size_t after_top_k = 0;
    size_t after_top_p = 0;
    size_t after_min_p = 0;
    size_t in_the_end = 0;  // without candidates of probability 0
};

// `shares`: the tempered probabilities, largest first. Top-p looks at them as they are, not shared
// out anew among what top-k left. A sum that misses top-p by rounding alone (kRounding) has reached
// it.
Cutoffs Truncate(const SelectionRule& rule, const std::vector<double>& shares);

constexpr double kRounding = 1e-12;

// exp((z − max) / T) / Σ for finite logits: what the limits of a rule look at.
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
// be finite or −∞, not all −∞. A probability too small to widen the sum in double precision has no
// room and is never hit; what rounding leaves over at 1 belongs to the last one that has.
std::vector<Interval> IntervalsOf(const SelectionRule& rule, const std::vector<double>& logits);

// The candidate that u in [0, 1) hits.
TokenId SampleFrom(double u, const std::vector<Interval>& intervals);

// Why a rule dropped a candidate.
enum class Dropped { No, NotLargest, TopK, TopP, MinP, NoProbability };

// In a few words: "below the top-k". Empty for No.
std::string Describe(Dropped reason);

// By ID, for one row of logits. Empty where nothing can be selected from them.
std::vector<Dropped> DroppedBy(const SelectionRule& rule, const std::vector<double>& logits);

// Throws Error naming the field that is out of range.
void Validate(const SelectionRule& rule);

// What a rule picked, and from what.
struct Selection {
    TokenId id = 0;
    std::vector<TokenId> tied;    // all IDs that share the largest logit, if more than one (greedy)
    std::optional<double> drawn;  // the number u in [0, 1) that was drawn (sample)

    bool by_hand = false;               // a person took it, whatever the rule says
    std::optional<TokenId> instead_of;  // what the rule would have selected then, if anything

    friend bool operator==(const Selection&, const Selection&) = default;
};

// A vocabulary entry at a selection.
struct Candidate {
    TokenId id = 0;
    double logit = 0;
    double raw = 0;                 // softmax of the logits
    double final = 0;               // after the rule; 0 where the rule dropped it
    bool kept = false;              // by the rule
    Dropped dropped = Dropped::No;  // why not, where CandidatesOf told it
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
