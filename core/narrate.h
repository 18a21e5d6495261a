// Plain words for what a step does and what a pass found: the sentence beside the pass, and the
// transcript that is read aloud.
#pragma once

#include <string>

#include "core/recording.h"

namespace decodescope {

// "A" as a person reads it.
std::string TokenText(const Recording& recording, TokenId id);

// "Prefill" or "Decode pass 2".
std::string PassTitle(const Pass& pass);

// "both prompt positions at once", "one new position: A at 2".
std::string PassSubtitle(const Recording& recording, const Pass& pass);

// One or two sentences on what the step at the playhead does, and why, with this pass's tokens.
std::string StepSentence(const Recording& recording, Playhead playhead);

}  // namespace decodescope
