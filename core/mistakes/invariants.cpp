#include "core/mistakes/invariants.h"

#include <algorithm>
#include <iterator>

#include "core/mistakes/attention_checks.h"
#include "core/mistakes/cache_checks.h"
#include "core/mistakes/result_checks.h"

namespace decodescope {
namespace {

struct CheckRow {
    Invariant invariant;
    Found (*check)(const PassUnderTest&);
};

constexpr CheckRow kChecks[] = {
    {Invariant::CacheLength, CheckCacheLength},
    {Invariant::ProcessedOnce, CheckProcessedOnce},
    {Invariant::NotCachedBeforeItsPass, CheckNotCachedBeforeItsPass},
    {Invariant::CachedRows, CheckCachedRows},
    {Invariant::Positions, CheckPositions},
    {Invariant::SeesItsPast, CheckSeesItsPast},
    {Invariant::SeesNothingElse, CheckSeesNothingElse},
    {Invariant::WeightsSum, CheckWeightsSum},
    {Invariant::Scores, CheckScores},
    {Invariant::Hidden, CheckHidden},
    {Invariant::Logits, CheckLogits},
    {Invariant::Nucleus, CheckNucleus},
    {Invariant::RequestAlone, CheckRequestAlone},
};
static_assert(std::size(kChecks) == kInvariantCount);

bool Applies(const BrokenRun& run, Invariant invariant) {
    if (invariant == Invariant::RequestAlone) return HasTwoRequests(run.setup);
    if (invariant == Invariant::Nucleus)
        return !run.recipe.rule.is_greedy() && run.recipe.rule.top_p < 1.0;
    return true;
}

// The first row of a batch that breaks it in a pass speaks for the pass.
InvariantCheck CheckOne(const BrokenRun& run, const CheckRow& row) {
    InvariantCheck result{
        .invariant = row.invariant, .applies = Applies(run, row.invariant), .violations = {}};
    if (!result.applies) return result;
    for (int pass = 0; pass < run.recipe.tokens; ++pass) {
        for (int index = 0; index < std::ssize(run.sequences); ++index) {
            const BrokenSequence& sequence = run.sequence(index);
            if (pass >= std::ssize(sequence.passes)) continue;
            const PassUnderTest at{run, index, sequence,
                                   sequence.passes[static_cast<size_t>(pass)]};
            const Found found = row.check(at);
            if (!found) continue;
            result.violations.push_back(at.At(*found));
            break;
        }
    }
    return result;
}

}  // namespace

std::vector<InvariantCheck> CheckInvariants(const BrokenRun& run) {
    std::vector<InvariantCheck> checks;
    for (const CheckRow& row : kChecks) checks.push_back(CheckOne(run, row));
    return checks;
}

const Violation* ViolationIn(const InvariantCheck& check, int pass) {
    const auto found = std::ranges::find(check.violations, pass, &Violation::pass);
    return found == check.violations.end() ? nullptr : &*found;
}

}  // namespace decodescope
