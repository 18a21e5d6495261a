// Checks of the invariants in a run of the plain decoder, from its own data and from the engine's
// recomputation of the same tokens. Nothing here knows which mistake was made.
#pragma once

#include <string>
#include <vector>

#include "core/mistakes/broken_run.h"
#include "core/mistakes/invariant.h"

namespace decodescope {

// Where in one pass an invariant is violated most, and by how much.
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
    bool applies = true;  // the run has what it is about, such as a batch or a rule with top-p
    std::vector<Violation> violations;  // at most one per pass, in the order of the passes

    bool holds() const { return violations.empty(); }
};

// All invariants, in the order of their table.
std::vector<InvariantCheck> CheckInvariants(const BrokenRun& run);

// The violation of a pass, or null.
const Violation* ViolationIn(const InvariantCheck& check, int pass);

}  // namespace decodescope
