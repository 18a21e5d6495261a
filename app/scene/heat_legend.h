// What the colours of heat maps mean, in words: the range beside each name, and the legend.
//
//   Q  ±2.09                 − ▓▒░ ░▒▓ +
#pragma once

namespace decodescope {

struct SceneBuilder;

// After all maps: their numbers become shares of one range per tensor (heat.h), which is named.
void AddHeatLegend(SceneBuilder& builder);

}  // namespace decodescope
