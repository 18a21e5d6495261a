// The hotspots of the view "Disaggregated": "disaggregated.NAME". They are there as
// "handover.NAME", too, by which scripts know them.
#pragma once

#include <string>

#include "app/panel/panel.h"

namespace decodescope {

inline void SpotInView(const Panel& panel, const std::string& name, Area area) {
    panel.Spot("disaggregated." + name, area);
    panel.Spot("handover." + name, area);
}

}  // namespace decodescope
