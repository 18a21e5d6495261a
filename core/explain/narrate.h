// Plain words for what a step does and what a pass found: the sentence beside the pass in the
// window, and the backbone of the transcript that is read aloud (transcript.h).
//
// All of it serves one idea: a selected token is only an ID; it enters the KV cache in the next
// pass, its own.
#pragma once

#include <string>

#include "core/run/playhead.h"

namespace decodescope {

// "A" as a person reads it, where it is not part of a sentence.
const std::string& TokenText(const Recording& recording, TokenId id);

// The token inside a sentence: bare where every token of the vocabulary is a single letter or digit
// (A), in quotes elsewhere ("tea", "."), so that a word is never taken for part of the sentence.
std::string QuotedToken(const Recording& recording, TokenId id);

// The token at a position of the sequence, inside a sentence: "A at 2".
std::string TokenAt(const Recording& recording, int position);

// The same as a label, "A 2"; "row 2" where no token is known yet.
std::string TokenWithPosition(const Recording& recording, int position);

// "A", "A and B", "A, B and C"; more than four are folded: "A, B, C and 9 more".
std::string ListTokens(const Recording& recording, const std::vector<TokenId>& ids);

// "Prefill" or "Decode pass 2".
std::string PassTitle(const Pass& pass);

// "both prompt positions at once", "one new position: A at 2".
std::string PassSubtitle(const Recording& recording, const Pass& pass);

// "Append", or "Append, layer 3" where a model has several layers; "Before the prefill" at kStart.
std::string StepTitle(const Recording& recording, Playhead playhead);

// One or two sentences on what the step at the playhead does, and why, with this pass's tokens. At
// the start: what is there, and an invitation to step on. The playhead's pass must be recorded,
// except at the start.
std::string StepSentence(const Recording& recording, Playhead playhead);

// What the waiting tray holds at this playhead, or why it is empty: "nothing is waiting: the last
// token selected is in this pass".
std::string TraySentence(const Recording& recording, Playhead playhead);

}  // namespace decodescope
