// What the screen shows of a recording, and the state of the sequence and the cache there.
//
// A playhead is an index. Nothing here computes a value of the model or changes a recording.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/run/recording.h"

namespace decodescope {

// A pass, and which of its steps (StepsOf) was the last one done.
// Before everything: pass 0, step -1.
struct Playhead {
    int pass = 0;
    int step = -1;

    friend bool operator==(const Playhead&, const Playhead&) = default;
    // Earlier in the run.
    friend bool operator<(const Playhead& a, const Playhead& b) {
        return a.pass != b.pass ? a.pass < b.pass : a.step < b.step;
    }
};

constexpr Playhead kStart{0, -1};

enum class TokenState { Uncached, Cached, Waiting };
std::string_view NameOf(TokenState state);  // "uncached", "cached", "waiting"
enum class TokenOrigin { Prompt, Generated };

// A token of the sequence at a playhead. Its state and whether it is in the current pass are
// independent: a token in the pass is uncached before its append stage, cached after it.
struct SequenceToken {
    int position = 0;
    TokenId id = 0;
    TokenState state = TokenState::Uncached;
    bool in_pass = false;
    TokenOrigin origin = TokenOrigin::Prompt;

    friend bool operator==(const SequenceToken&, const SequenceToken&) = default;
};

// The sequence without the tokens that the playhead has not reached.
std::vector<SequenceToken> SequenceAt(const Recording& recording, Playhead playhead);

// Positions in the cache of one layer.
int CacheLengthAt(const Recording& recording, Playhead playhead, int layer);

// Positions in the cache of every layer (docs/decisions/0005-cached-means-in-every-layer.md).
int CacheLengthAt(const Recording& recording, Playhead playhead);

// The waiting token: selected, its own pass not begun. Its position is the last of the sequence.
std::optional<SequenceToken> WaitingAt(const Recording& recording, Playhead playhead);

// Whether a number has been computed at the playhead, or is given, as parameters are.
bool IsComputed(const Recording& recording, const Cell& cell, Playhead playhead);

// Where a computed number comes to be: its pass, and the step that computes it. The recording must
// have it (Has).
Playhead ComputedAt(const Recording& recording, const Cell& cell);

// The nearest playhead that exists in this recording.
Playhead Clamp(const Recording& recording, Playhead playhead);

// One stage or one pass forward or back: a pass steps to where the next or previous pass has ended;
// before the end of the prefill that is the start. At an end they return the playhead itself.
Playhead NextStage(const Recording& recording, Playhead playhead);
Playhead PreviousStage(const Recording& recording, Playhead playhead);
Playhead NextPass(const Recording& recording, Playhead playhead);
Playhead PreviousPass(const Recording& recording, Playhead playhead);
Playhead Last(const Recording& recording);

}  // namespace decodescope
