// All that a run computed, as one short text that can be compared between machines.
#pragma once

#include <string>

#include "core/run/recipe.h"

namespace decodescope {

// SHA-256, in hexadecimal, of every number of every pass (traces, whole) and of what was selected.
std::string DigestOfRun(const Recipe& recipe);

}  // namespace decodescope
