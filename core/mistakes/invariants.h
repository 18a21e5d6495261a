// The invariants of a sound run, looked for in a run of the plain decoder: from its own data, and
// from the sound engine's recompute of the same tokens. Nothing here knows which mistake was made.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/mistakes/broken_run.h"
#include "core/mistakes/invariant.h"

namespace decodescope {

// Where an invariant does not hold, and by how much: in one pass, the worst place of it.
struct Violation {
    int pass = 0;
    int sequence = 0;  // of a batch
    int layer = -1;    // -1: of no layer, head or position in particular
    int head = -1;
    int place = -1;
    double found = 0;  // a count or a number; where `is_difference`, the largest |difference|
    double expected = 0;
    bool is_difference = false;
    std::string detail;  // in words, such as "B where A should be"; may be empty
};

struct InvariantCheck {
    Invariant invariant = Invariant::CacheLength;
    bool applies = true;              // the run has what it is about (a batch, a rule with top-p)
    std::vector<Violation> breaches;  // at most one a pass, in their order

    bool holds() const { return breaches.empty(); }
};

// All invariants, in the order of their table.
std::vector<InvariantCheck> CheckInvariants(const BrokenRun& run);

// The breach of a pass, or null.
const Violation* BreachIn(const InvariantCheck& check, int pass);

// "cache 3, should be 2", "differs by 0.330"; `number` writes one that is not a count.
std::string AmountText(Invariant invariant, const Violation& breach,
                       const std::function<std::string(double)>& number);

// "pass 1, layer 0, head 0, position 2"; layers, heads and rows of a batch are named where the run
// has several of them.
std::string PlaceText(const BrokenRun& run, const Violation& breach);

}  // namespace decodescope
