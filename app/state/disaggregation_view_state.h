// How a person looks at the hand-over: which protocol, how far it has come, and on which link.
#pragma once

#include "core/serve/disaggregation.h"

namespace decodescope {

struct DisaggregationViewState {
    TransferProtocol protocol = TransferProtocol::FirstToken;
    int step = 0;              // of handover_scene.h
    int link = 2;              // of core/link_model.h
    double own_gigabytes = 1;  // a second, of the link of one's own

    friend bool operator==(const DisaggregationViewState&,
                           const DisaggregationViewState&) = default;
};

constexpr double kLeastGigabytes = 0.001, kMostGigabytes = 1e6;

}  // namespace decodescope
