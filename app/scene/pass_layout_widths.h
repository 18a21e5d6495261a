// How wide things must be for their numbers and words: the part of LayOutPass that reads the
// recording.
#pragma once

#include "app/scene/pass_layout.h"

namespace decodescope {

constexpr float kMargin = 24, kIndent = 24;
constexpr int kMostNumbers = 4;  // side by side in a row of a vector

// The three columns of the picture: x Q K V, the cache, and from score to select.
struct PassColumns {
    float left, cache, right;
    float left_gap = 64, right_gap = 32;

    float Natural() const {
        return kMargin + kIndent + left + left_gap + cache + right_gap + right + kMargin;
    }
};

// Fills the widths of cells, labels, chips and candidates.
void PlanWidths(const Recording& recording, const SceneView& view, const PassShape& shape,
                PassLayout& layout);

// The columns as wide as their numbers need; room beyond that goes to more numbers, then to the
// gaps.
PassColumns PlanColumns(const Recording& recording, const SceneView& view,
                        const PassLayout& layout);

}  // namespace decodescope
