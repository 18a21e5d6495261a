// How a person looks at disaggregated prefill: which protocol, how far it has come, and over which
// link.
#pragma once

#include "core/serve/disaggregation.h"

namespace decodescope {

struct AppState;

// Its steps: the prompt is there, the prefill has been run, K and V are on their way, they have
// arrived; then each pass of the decode worker.
constexpr int kPromptStep = 0, kPrefillStep = 1, kTransferStep = 2, kArrivedStep = 3;

struct DisaggregationViewState {
    TransferProtocol protocol = TransferProtocol::FirstToken;
    int step = 0;
    int link = 2;              // of core/serve/link_model.h
    double own_gigabytes = 1;  // per second, of the link that the person describes

    friend bool operator==(const DisaggregationViewState&,
                           const DisaggregationViewState&) = default;
};

constexpr double kLeastGigabytes = 0.001, kMostGigabytes = 1e6;

// How many steps there are for a recording that ran to its end.
int DisaggregationSteps(const Recording& recording, TransferProtocol protocol);

// Every number in its range, for the recording that is shown.
DisaggregationViewState InRange(DisaggregationViewState view, const AppState& state);

}  // namespace decodescope
