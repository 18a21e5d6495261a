// Where the screen stands in a recording, and how the sequence and the cache stand there.
//
// A playhead is an index. Nothing here computes a value of the model or changes a recording.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/run/recording.h"

namespace decodescope {

// Where the screen stands: which pass, and which of its steps (StepsOf) was the last one done.
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

// A token of the sequence as it stands at a playhead. Where it is and whether it belongs to the
// pass at hand are independent: a token in the pass is uncached before its append stage, cached
// after it.
struct SequenceToken {
    int position = 0;
    TokenId id = 0;
    TokenState state = TokenState::Uncached;
    bool in_pass = false;
    TokenOrigin origin = TokenOrigin::Prompt;

    friend bool operator==(const SequenceToken&, const SequenceToken&) = default;
};

// The sequence as it stands: tokens that the playhead has not reached are not in it.
std::vector<SequenceToken> SequenceAt(const Recording& recording, Playhead playhead);

// Positions in the cache of one layer as it stands.
int CacheLengthAt(const Recording& recording, Playhead playhead, int layer);

// Positions that stand in the cache of every layer.
int CacheLengthAt(const Recording& recording, Playhead playhead);

// The token that waits: selected, its own pass not begun. Its position is the sequence's last.
std::optional<SequenceToken> WaitingAt(const Recording& recording, Playhead playhead);

// The nearest playhead that exists in this recording.
Playhead Clamp(const Recording& recording, Playhead playhead);

// One grain on or back: a stage, or a pass (to the next or previous moment at which a pass has
// ended; before the prefill's end that is the start). At an end they return the playhead itself.
Playhead NextStage(const Recording& recording, Playhead playhead);
Playhead PreviousStage(const Recording& recording, Playhead playhead);
Playhead NextPass(const Recording& recording, Playhead playhead);
Playhead PreviousPass(const Recording& recording, Playhead playhead);
Playhead Last(const Recording& recording);

}  // namespace decodescope
