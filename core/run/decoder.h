// The generation loop: process the prompt, select, process the selected token in its own pass,
// select, ...
#pragma once

#include <functional>
#include <vector>

#include "core/engine/engine.h"
#include "core/run/recording.h"

namespace decodescope {

// Decodes one recipe.
class Decoder {
public:
    // Goes on where the recording ends, which is empty or has k and v of all its positions
    // (Capture::Everything or CachedRows): the cache is filled with those rows, nothing is computed
    // again. Traces go to the recording's memory. The caller appends what Step returns to the
    // recording.
    explicit Decoder(const Recording& recording, Capture capture = Capture::Everything);

    // Runs the next pass and selects from its logits. Null once there is a reason to stop.
    PassPtr Step();

private:
    KeptTrace Keep(Trace trace, int first_position) const;

    Recipe recipe_;
    Capture capture_;
    Engine engine_;
    KvCache cache_;
    std::vector<TokenId> next_tokens_;  // of the next pass: the prompt, or one waiting ID
    int pass_index_;
    FinishReason finish_reason_;
    TraceMemoryPtr memory_;
};

// Runs a recipe to its end. `after` is called after each pass with how many there are.
Recording Record(const Recipe& recipe, Capture capture = Capture::Everything,
                 const std::function<void(int)>& after = {});

}  // namespace decodescope
