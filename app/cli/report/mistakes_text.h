// Mistakes and what gives them away, as text.
#pragma once

#include <string>
#include <vector>

#include "app/cli/report/shown_mistake.h"

namespace decodescope {

// What came of each mistake: the invariants that broke, where first, and by how much.
std::string MistakesText(const Recipe& recipe, const std::vector<ShownMistake>& shown);

// The name of each mistake and what it does wrong, one per line.
std::string MistakesList();

}  // namespace decodescope
