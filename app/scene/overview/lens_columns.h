// The logit lens beside the overview: a line for each layer.
//
//   Logit lens          rank of ␣Paris
//   best token       p
//   ␣the      ▏   0.020         41 207
//   ␣Paris    ▊   0.340              1
#pragma once

#include "app/scene/build.h"

namespace decodescope {

// Where its columns are.
struct LensColumns {
    float token = 0, token_width = 0;  // left
    float bar = 0, bar_width = 0;      // left; no bar where its width is 0
    float probability = 0, rank = 0;   // right ends

    float right() const { return rank; }
};

// The least width that all but the bar needs.
float LeastLensWidth(const Config& config, const SceneView& view);

// The columns from `left` on; what `width` has beyond the least is for the bar and for longer
// tokens.
LensColumns PlanLens(const Config& config, const SceneView& view, float left, float width);

// The heads of the columns, in two lines of text at these heights.
void AddLensHead(const Recording& recording, const SceneView& view, const LensColumns& columns,
                 float first_line, float second_line, Scene& scene);

// The line after a layer, in the row around `middle`; a sign for what is still to be found.
void AddLensLine(const Recording& recording, const SceneView& view, const LensColumns& columns,
                 int layer, float middle, Scene& scene);

}  // namespace decodescope
