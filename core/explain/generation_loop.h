// The generation loop as code to read: a dozen lines, which of them a step of a pass belongs to,
// and what its variables hold there. Beside this program's words are those of the generation loop
// in Hugging Face Transformers 5.5 (GenerationMixin in generation/utils.py, and DynamicCache in
// cache_utils.py), so that a reader of that code finds the moment at which a token is selected and
// not cached. Since March 2026 that loop has no cache_position any more (its pull requests 44181
// and 44816).
//
//   new = prompt
//   while true:
//       x = embed(new)
//       ...
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/playhead.h"

namespace decodescope {

struct LoopLine {
    int indent = 0;
    std::string_view code;
    std::string_view elsewhere;  // what that is called there; empty: nothing of its own
};

std::span<const LoopLine> LoopLines();

// "Hugging Face Transformers 5.5": what `elsewhere` is in LoopLine and LoopVariable.
constexpr std::string_view kLoopElsewhere = "Hugging Face Transformers 5.5";

// The line that the step at a playhead belongs to, counted from 0: the first before everything, and
// where the run has ended, its select step still. `shows_text`: after the end, where the text is
// made.
int LoopLineAt(const Recording& recording, Playhead playhead, bool shows_text);

// What the cache holds at a playhead. A pass appends to one layer after the other, so that within
// it a layer may have rows that others do not have yet.
struct LoopCache {
    int layer = 0;          // the one that the step is in; the first where it is in none
    int rows_of_layer = 0;  // positions whose K and V that layer has
    int in_all_layers = 0;  // positions that are cached (docs/decisions/0005)
};
LoopCache LoopCacheAt(const Recording& recording, Playhead playhead);

// Nothing is left out of a value that a program reads.
enum class LoopDetail { Shortened, Whole };

// A variable at a playhead.
struct LoopVariable {
    std::string_view name;        // here
    std::string value;            // "[0, 1]"; "none"
    std::string elsewhere;        // there
    std::string elsewhere_value;  // its shape or value there, "[1, 1, 3, 2] a layer"
    bool is_changed = false;      // by the step at the playhead
};

// In a fixed order, so that a reader finds each where it was. The passes up to the playhead must be
// recorded, except at the start.
std::vector<LoopVariable> LoopVariablesAt(const Recording& recording, Playhead playhead,
                                          LoopDetail detail = LoopDetail::Shortened);

// What is true right now of the token that is selected, in one sentence; empty while none waits.
std::string LoopRemark(const Recording& recording, Playhead playhead);

}  // namespace decodescope
