// The hand-over of a recording at one of its steps: what each worker holds then, and what is on its
// way.
//
//   step 0  the prompt is there       2  the shipment is on its way     4, 5, …  the decode
//   worker's passes
//        1  the prefill has been run  3  it has arrived
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/disaggregation_view_state.h"
#include "core/run/playhead.h"
#include "core/serve/disaggregation.h"

namespace decodescope {

// A position as one of the two sees it.
struct DisaggregationRow {
    int position = 0;
    TokenId id = 0;
    TokenState state = TokenState::Cached;
    TokenOrigin origin = TokenOrigin::Prompt;
    bool in_pass = false;
    bool is_recomputed = false;  // its K and V were computed on the other side too

    friend bool operator==(const DisaggregationRow&, const DisaggregationRow&) = default;
};

struct Worker {
    std::vector<DisaggregationRow> rows;  // by position; without the waiting token
    std::optional<DisaggregationRow> waiting;
    int computed = 0;  // positions whose K and V it has computed so far

    int cached() const;
};

struct DisaggregationViewData {
    Worker prefill, decode;
    std::vector<DisaggregationRow> sent;  // whether they are still to go, on their way, or there
    std::optional<TokenId> sent_token;    // as an ID
    int step = 0;
    int step_count = 1;
    std::string title;  // of the step
    std::string sentence;
};

// At a step, which is brought into range.
DisaggregationViewData DisaggregationViewDataAt(const Recording& recording,
                                                TransferProtocol protocol, int step);

}  // namespace decodescope
