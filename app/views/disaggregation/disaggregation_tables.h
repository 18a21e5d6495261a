// Two tables side by side: how long the transfer takes on each link, and the check of both
// protocols against one worker.
#pragma once

#include "app/panel/panel.h"
#include "core/serve/link_model.h"

namespace decodescope {

// How high they are, and how wide they must be beside each other, at scale 1.
constexpr float kDisaggregationTables = 304, kDisaggregationTablesWidth = 820;

// Modelled. A click chooses a link.
void DrawLinks(const Panel& panel, Area area);

// Computed.
void DrawTransferCheck(const Panel& panel, Area area);

// Bytes a second; those of the link that a person describes are in the state.
double RateOf(const Link& link, const DisaggregationViewState& view);

// How the time on the chosen link comes about: "1024 bytes / 12.5 GB/s + 50.0 µs of latency".
std::string TransferSum(const Panel& panel);

}  // namespace decodescope
