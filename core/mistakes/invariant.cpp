#include "core/mistakes/invariant.h"

#include <iterator>

namespace decodescope {
namespace {

constexpr InvariantInfo kInvariants[] = {
    {Invariant::CacheLength, "cache-length", "cache length",
     "After a pass the cache holds the positions processed so far, and no more.", "cache"},
    {Invariant::ProcessedOnce, "processed-once", "processed once",
     "Every position is processed in one pass, once.", "times processed"},
    {Invariant::NotCachedBeforeItsPass, "not-cached-early", "waiting is not cached",
     "A selected token is not in the cache before its own pass.", "rows ahead"},
    {Invariant::CachedRows, "cached-rows", "cached rows",
     "A cached row is K and V of its own token at its own position, as computed fresh.", ""},
    {Invariant::Positions, "positions", "positions",
     "The position that a token is given is its place in the sequence.", "position"},
    {Invariant::SeesItsPast, "sees-its-past", "sees its past",
     "A token attends to every position up to its own, its own included, once each.", "weights"},
    {Invariant::SeesNothingElse, "sees-nothing-else", "sees nothing else",
     "A token attends to nothing else: no later position, no padding.", "weight elsewhere"},
    {Invariant::WeightsSum, "weights-sum", "weights sum to 1",
     "The attention weights of a token sum to 1 in every head.", "sum"},
    {Invariant::Scores, "scores", "scores", "A score is q·k times the attention scale.", ""},
    {Invariant::Hidden, "hidden", "hidden vectors",
     "The hidden vectors of a pass equal those of a recompute without a cache.", ""},
    {Invariant::Logits, "logits", "logits",
     "The logits of a pass equal those of a recompute without a cache.", ""},
    {Invariant::Nucleus, "top-p", "top-p",
     "The rule keeps the smallest set of candidates whose probability reaches top-p.", "kept"},
    {Invariant::RequestAlone, "row-alone", "request as if alone",
     "A request of a batch gets the logits that its prompt gets when decoded alone.", ""},
};
static_assert(std::size(kInvariants) == kInvariantCount);

}  // namespace

const InvariantInfo& InfoOf(Invariant invariant) {
    return kInvariants[static_cast<size_t>(invariant)];
}

}  // namespace decodescope
