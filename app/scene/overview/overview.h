// A pass from further away: all layers and heads at once, small; the residual stream from layer to
// layer, and what the next token would be if the model ended there (core/run/logit_lens.h). For
// models that have several layers or heads.
//
//            head 0    head 1   …    Logit lens      Heads over one line share a KV head.
//   x₀ ▮▮▮▮  ┌────┐    ┌────┐
//   layer 0  │    │    │    │        ␣the    0.020   A map has a row for each position that asks
//            └────┘    └────┘                        and a column for each that it reads; those of
//   x₁ ▮▮▮▮  ┌────┐ …                                this pass are ringed.
//
// A model with so many of both that its maps would be too small to read has a square for each head
// instead, for one weight, and so does a run so long that not all of its passes are at hand.
#pragma once

#include "app/scene/build.h"

namespace decodescope {

bool HasOverview(const Config& config);

// `before`: an overview of the same recording, or null; maps that have not changed are taken from
// it.
Scene BuildOverview(const Recording& recording, const SceneView& view,
                    const Scene* before = nullptr);

}  // namespace decodescope
