// A pass from further away: all layers and heads at once, small, and the residual stream from layer
// to layer. For models that have several of either.
//
//            head 0    head 1   …       Heads over one line share a KV head.
//   x₀ ▮▮▮▮  ┌────┐    ┌────┐
//   layer 0  │    │    │    │           A map has a row for each position that asks and a column
//            └────┘    └────┘           for each that it reads; those of this pass are ringed.
//   x₁ ▮▮▮▮  ┌────┐ …
#pragma once

#include "app/scene/build.h"

namespace decodescope {

bool HasOverview(const Config& config);

// `before`: an overview of the same recording, or null; maps that have not changed are taken from
// it.
Scene BuildOverview(const Recording& recording, const SceneView& view,
                    const Scene* before = nullptr);

}  // namespace decodescope
