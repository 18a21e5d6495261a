// The parts of the view "Hand-over".
#pragma once

#include <string>

#include "app/panel/panel.h"
#include "app/views/disaggregation/disaggregation_view_data.h"

namespace decodescope {

// Both workers with their caches, and the shipment between them.
void DrawWorkers(const Panel& panel, Area area, const DisaggregationViewData& scene);

// Modelled: how long the shipment takes on each link; one is chosen.
void DrawLinks(const Panel& panel, Area area);

// Computed: both protocols against the undivided run.
void DrawTransferCheck(const Panel& panel, Area area);

// How high the two tables are, at scale 1.
constexpr float kDisaggregationTables = 280;

// "50.0 µs".
std::string TimeText(double seconds, const NumberFormat& format);

// What the present protocol ships, in bytes.
std::int64_t BytesSent(const Recording& recording, TransferProtocol protocol);

}  // namespace decodescope
