// Mistakes and what gives them away, as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/cli/report/shown_mistake.h"

namespace decodescope {

std::string MistakesJson(const Recipe& recipe, const std::vector<ShownMistake>& shown);

}  // namespace decodescope
