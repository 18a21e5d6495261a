// What the verb `mistakes` says of one mistake, before it is written as text or as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/mistakes/invariants.h"

namespace decodescope {

// A mistake as a recipe shows it, or why it cannot.
struct ShownMistake {
    Mistake mistake = Mistake::None;
    std::string why_not;  // empty: it was run
    BrokenRun run;
    std::vector<InvariantCheck> checks;
};

}  // namespace decodescope
