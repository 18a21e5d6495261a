// What a step of a batch looks like: who stands in which slot with which tokens, what is shared,
// who waits. Plain data; panels draw it.
#pragma once

#include <optional>
#include <vector>

#include "core/run/playhead.h"
#include "core/serve/batch.h"

namespace decodescope {

// A slot at the end of a step.
struct BatchLane {
    SlotWork work = SlotWork::Idle;
    int request = -1;  // whose response; idle: who had the slot last, -1: nobody yet
    StopReason ended = StopReason::None;  // of that response, with this step or, idle, before
    std::vector<SequenceToken> tokens;    // of the response, as they stand; idle: none
    int shared = 0;                       // of these, from the front, those whose rows are shared
    int prefix = -1;
};

// The rows with which several responses begin: held once.
struct SharedPrefix {
    int request = 0;                    // that computed it
    int first_lane = 0, last_lane = 0;  // with it; between them only idle slots lack it
    std::vector<SequenceToken> tokens;
};

struct BatchViewData {
    std::vector<BatchLane> lanes;
    std::vector<SharedPrefix> shared;  // from top to bottom
    std::vector<int> queue;            // requests that wait for a slot
    std::vector<int> to_come;          // and those that join later
};

// Step -1: before the first.
BatchViewData BatchViewDataAt(const BatchRun& run, int step);

// All that is shown of a batch at a step; DerivedData keeps it up to date.
struct BatchResults {
    int step = -1;  // the state's, as far as the run has come
    BatchViewData picture;
    BatchTotals totals;                   // up to the step
    std::vector<RequestStatus> servings;  // of the requests, at the step
    std::vector<ResponseCheck> checks;    // of responses alone; all of them once it is done
    bool is_checking = false;             // more will come
    int checkable = 0;                    // responses that are checked in the end

    double largest_difference() const;
    bool all_agree() const;  // of those checked so far
};

BatchResults BatchResultsOf(const BatchRun& run, int step);

}  // namespace decodescope
