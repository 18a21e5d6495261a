// The sum of the number that is pointed at or pinned, filled in, beside the number: the inspector
// where that is folded.
//
//   h₀ of A 4 = Σ w · v                 [ 0.753 ]
//            A 0       B 1       A 2
//   w     [ 0.251 ] [ 0.124 ] [ 0.251 ]
//   V     [ 1.000 ] [ 0.000 ] [ 1.000 ]
//   ---------------------------------------------
//   =       0.251     0.000     0.251
#pragma once

#include "app/paint/canvas.h"
#include "app/panel/panel.h"

namespace decodescope {

// The place that it takes, in window pixels; empty where nothing is looked at.
Area PlaceOfSumFloat(const Panel& panel, const Canvas& canvas, const Scene& scene);

void DrawSumFloat(const Panel& panel, const Canvas& canvas, const Scene& scene, Area place);

}  // namespace decodescope
