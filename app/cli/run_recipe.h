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

// "pass 120 of 4096", rewritten in place once it has taken a moment; nothing where stderr is not a
// terminal. It is gone when this is.
class Progress {
public:
    explicit Progress(std::string what);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    void Show(int done, int total);

private:
    std::string what_;
    double started_, shown_at_;
    bool is_watched_, is_shown_ = false;
};

// Runs a recipe to its end. Throws Error where it would not fit into memory.
Recording RunRecipe(const Recipe& recipe);

// --memory MB, for the numbers of passes (core/run/trace_memory.h).
void AddMemory(OptionList& list, std::optional<int>& megabytes);

// --check all|last|none; what is not typed depends on how long checking would take.
void AddCheck(OptionList& list, std::optional<CheckedPasses>& which);

std::vector<PassCheck> RunChecks(const Recording& recording,
                                 const std::optional<CheckedPasses>& which);

}  // namespace decodescope
