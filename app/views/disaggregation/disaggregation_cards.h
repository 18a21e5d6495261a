// The two tables in short, for where there is no room for them: the chosen link with its time, and
// the check of the chosen protocol.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

constexpr float kDisaggregationCards = 106;  // how high they are, at scale 1

void DrawDisaggregationCards(const Panel& panel, Area area);

}  // namespace decodescope
