// Running a recipe for a report, and checking the run: with a look at the memory first, and with
// progress on stderr where a person is watching.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_list.h"
#include "core/run/check.h"
#include "core/run/recording.h"

namespace decodescope {

// --memory MB, for the numbers of passes (core/run/trace_memory.h), and --threads N, which take
// effect at once (core/kernel/threads.h).
void AddMemory(OptionList& list, std::optional<int>& megabytes);
TraceMemoryPtr MemoryOf(int megabytes);

// Runs a recipe to its end. Throws Error where it would not fit into memory.
Recording RunRecipe(const Recipe& recipe, const std::optional<int>& megabytes);

// --check all|last|none; what is not typed depends on how long checking would take: where that is
// what was asked for (UsuallyChecked), and where it is not (CheckedInPassing).
void AddCheck(OptionList& list, std::optional<CheckedPasses>& which);
void AddCheckInPassing(OptionList& list, std::optional<CheckedPasses>& which);

std::vector<PassCheck> RunChecks(const Recording& recording,
                                 const std::optional<CheckedPasses>& which);

}  // namespace decodescope
