// Where the parts of the overview are: a row for each layer, a column for each head.
//
// Each head has a map of its attention where there is room for one, else a square for one weight:
// of the pass's last position on one key position.
#pragma once

#include <string>
#include <vector>

#include "app/scene/overview/lens_columns.h"

namespace decodescope {

constexpr float kOverviewLine = 22;  // of text

struct OverviewPlan {
    bool has_maps = true;
    float label_width = 0;                     // of the layers' names
    float stream_x = 0, stream_width = 0;      // of the residual stream; no room where it is 0
    Point first;                               // corner of the first map or square
    float width = 0, height = 0, row_gap = 0;  // of each
    std::vector<float> head_x;                 // from `first`
    LensColumns lens;
    float head_y = 0, group_y = 0;     // the two lines of text above
    std::vector<std::string> caption;  // its lines, below

    Rect PlaceOf(int layer, int head) const {
        return {first.x + head_x[static_cast<size_t>(head)],
                first.y + static_cast<float>(layer) * (height + row_gap), width, height};
    }
    float heads_right() const { return first.x + head_x.back() + width; }
    float right() const { return lens.right(); }
};

// `may_have_maps`: whether there are numbers for them.
OverviewPlan PlanOverview(const Config& config, const SceneView& view, bool may_have_maps,
                          int key_position);

}  // namespace decodescope
