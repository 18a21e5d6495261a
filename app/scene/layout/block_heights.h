// How high the blocks of a pass are, which follows from the rows and parts that they show.
#pragma once

#include "app/scene/layout/pass_layout.h"

namespace decodescope {

// What heights follow from.
struct HeightPlan {
    const Config& config;
    Parts open;
    Insets insets;
    float rows = 0;            // of a part, in total
    float post_attention = 0;  // 0: there is no such block
    float post_attention_title = 0;
    float more_softmax = 0;  // for the map of all rows so far
};

// Distances down a column.
struct Spacing {
    float after_input = 20, left = 16;  // between x, Q, K and V
    float right = 12;                   // between the blocks at the right
    float tray = 104;                   // the height of the tray
    float drop = 84;      // of the cache, which is below the arrows of q and K to the scores
    float way_back = 32;  // from the left column down to the arrow from the tray
    float tray_gap = 20;  // from the cache down to the tray
    float top = 16;       // above and below everything
    Insets insets;
};

// The heights of the blocks in both columns.
struct Heights {
    float input, query, key, value, score, softmax, sum, post_attention;

    float Left(const Spacing& spacing) const {
        return input + query + key + value + spacing.after_input + 2 * spacing.left;
    }
    float RightCount() const { return post_attention > 0 ? 4 : 3; }
    float RightBlocks() const { return score + softmax + sum + post_attention; }
};

Heights HeightsFor(const HeightPlan& plan);

// The candidates below them: as many rows as are listed, or bars.
float CandidatesHeight(const Recording& recording, const PassLayout& layout);

}  // namespace decodescope
