// The verb `mistakes`: the recipe run by a decoder that makes classic mistakes, and what gives each
// away.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "core/mistakes/invariants.h"

namespace decodescope {

// A mistake as a recipe shows it, or why it cannot.
struct ShownMistake {
    Mistake mistake = Mistake::None;
    std::string why_not;  // empty: it was run
    BrokenRun run;
    std::vector<InvariantCheck> checks;
};

// What was made of each mistake: the invariants that broke, where first, and by how much.
std::string MistakesReport(const Recipe& recipe, const std::vector<ShownMistake>& shown);
std::string MistakesJson(const Recipe& recipe, const std::vector<ShownMistake>& shown);

// Runs one mistake or all of them and writes the report. Returns kExitNo where an invariant broke.
int RunMistakes(const Options& options);

}  // namespace decodescope
