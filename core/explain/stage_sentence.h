// What a stage does, in words: those of the table of stages, filled in with the tokens of a pass.
#pragma once

#include <string>

#include "core/run/recording.h"

namespace decodescope {

// One or two sentences on what a step of a pass does, and why. Not for the select stage, whose
// sentence says what was selected (narrate.h); for that one it is empty.
std::string StageSentence(const Recording& recording, const Pass& pass, StageStep step);

}  // namespace decodescope
