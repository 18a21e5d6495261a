// One step of a batch as it is shown: which response has which slot with which tokens, what is
// shared, who is queued, what has been counted. Plain data; the panels draw it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/run/playhead.h"
#include "core/serve/batch.h"

namespace decodescope {

// A slot at the end of a step.
struct BatchLane {
    SlotWork work = SlotWork::Idle;
    int request = -1;  // of the response; idle: of the one that had the slot last, -1: none yet
    FinishReason ended = FinishReason::None;  // why that response ended, in this step or earlier
    std::vector<SequenceToken> tokens;        // of the response; idle: none
    int shared = 0;                           // how many of these, from the first, have shared rows
    int prefix = -1;                          // the request that computed those rows
};

// Cache rows that several responses begin with: stored once.
struct SharedPrefix {
    int request = 0;                    // that computed it
    int first_lane = 0, last_lane = 0;  // that use it; only idle slots between them do not
    std::vector<SequenceToken> tokens;
};

struct BatchViewData {
    std::shared_ptr<const BatchRun> run;
    int step = -1;  // that is shown; -1: before the first

    std::vector<BatchLane> lanes;
    std::vector<SharedPrefix> shared;  // from top to bottom
    std::vector<int> queue;            // requests that wait for a slot
    std::vector<int> not_arrived;
    BatchTotals totals;                   // up to the step
    std::vector<RequestStatus> statuses;  // of the requests, at the step

    std::vector<ResponseCheck> checks;  // each against decoding it alone, as far as it was checked
    bool is_checking = false;           // more will come
    int checkable = 0;                  // how many there will be

    const RequestStatus& status(int request) const {
        return statuses[static_cast<size_t>(request)];
    }
    double largest_difference() const;
    bool all_agree() const;  // of those checked so far
};

// What ended a response, in a person's words: "all tokens selected", "end token".
std::string EndWords(FinishReason reason);

// The step is brought into range. Nothing is checked yet.
BatchViewData BatchViewDataAt(const std::shared_ptr<const BatchRun>& run, int step);

}  // namespace decodescope
