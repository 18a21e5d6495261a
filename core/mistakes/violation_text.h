// Violations in words.
#pragma once

#include <functional>
#include <string>

#include "core/mistakes/invariants.h"

namespace decodescope {

// "cache 3, should be 2", "differs by 0.330"; `number` writes one that is not a count.
std::string AmountText(Invariant invariant, const Violation& violation,
                       const std::function<std::string(double)>& number);

// "pass 1, layer 0, head 0, position 2"; layers, heads and requests are named if the run has
// several of them.
std::string PlaceText(const BrokenRun& run, const Violation& violation);

}  // namespace decodescope
