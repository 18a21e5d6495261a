// How wide things must be for their numbers and words: the part of the layout that reads the
// recording.
#pragma once

#include "app/scene/layout/pass_layout.h"

namespace decodescope {

constexpr float kMargin = 24, kIndent = 24;
constexpr int kMostNumbers = 4;  // side by side in a row of a vector

// The three columns of the picture: x Q K V, the cache, and from score to select.
struct PassColumns {
    float left, cache, right;
    float left_gap = 64, right_gap = 32;
    float margin = kMargin, indent = kIndent;
    float cell_width = 64, key_width = 64, candidate_cell = 64;

    float Natural() const {
        return margin + indent + left + left_gap + cache + right_gap + right + margin;
    }
};

// What numbers and words in the rows of these passes need: of all positions up to `positions`, from
// `first_row` on where something has a row for each position of the pass.
PassMeasures MeasurePass(const Recording& recording, const SceneView& view, int first_row,
                         int positions);

// The columns as wide as their numbers need; room beyond that goes to more numbers, then to the
// gaps. Where there is less room than that, they are wider than the view.
PassColumns PlanColumns(const Recording& recording, const SceneView& view, const PassFit& fit);

}  // namespace decodescope
