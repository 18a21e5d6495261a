// Disaggregated prefill at one of its steps: what each worker holds, and what is sent between them.
//
//   step 0     the prompt is there
//        1     the prefill has been run
//        2     K and V are in transit
//        3     they have been received
//        4, …  the decode worker's passes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/state/disaggregation_view_state.h"
#include "core/run/playhead.h"
#include "core/serve/disaggregation.h"

namespace decodescope {

// A position on one of the workers.
struct DisaggregationRow {
    int position = 0;
    TokenId id = 0;
    TokenState state = TokenState::Cached;
    TokenOrigin origin = TokenOrigin::Prompt;
    bool in_pass = false;
    bool is_recomputed = false;  // its K and V were computed on the other worker, too
    bool is_received = false;
    std::string made_in;  // the pass that its K and V come from, or why it has none

    friend bool operator==(const DisaggregationRow&, const DisaggregationRow&) = default;
};

struct Worker {
    std::string name;                     // in hotspots: "prefill" or "decode"
    std::vector<DisaggregationRow> rows;  // by position; without the waiting token
    std::optional<DisaggregationRow> waiting;
    int computed = 0;  // positions whose K and V it has computed

    std::string doing;     // "runs pass 2"
    bool is_busy = false;  // in this step
    bool appends = false;  // to its cache, in this step: the last `appended` rows
    int appended = 0;
    bool grows = false;  // more rows will come

    int cached() const;
};

struct DisaggregationViewData {
    Worker prefill, decode;
    std::vector<DisaggregationRow> sent;  // not sent yet, in transit or received
    std::optional<TokenId> sent_token;    // as an ID
    int step = 0;
    int step_count = 1;
    std::string title;  // of the step
    std::string sentence;
};

// The step is brought into range.
DisaggregationViewData DisaggregationViewDataAt(const Recording& recording,
                                                TransferProtocol protocol, int step);

// The bytes of K and V that are sent, in all layers.
std::int64_t BytesSent(const Recording& recording, TransferProtocol protocol);

}  // namespace decodescope
