// What a layer does after attention, as one block: a strip of its stages, and the tensors of the
// one that is open. It is open for the current stage, else for the last one done.
//
//   | 8 WO  9 add  10 norm  11 up  12 act  13 down  14 add |
//   | x   ▓▓░░▓░▓▓                                          |
#pragma once

#include <vector>

#include "app/scene/build.h"

namespace decodescope {

struct SceneBuilder;

// The stages of a layer after attention; with the last layer, the final norm too.
std::vector<StageStep> PostAttentionSteps(const Config& config, int layer);

// A row of small words wraps at `width`: where each begins, and how many lines that takes.
struct Flow {
    std::vector<Point> places;
    int lines = 1;
};
Flow FlowWords(const std::vector<float>& widths, float width, float gap, float line_height);

// The strip, "8 WO", in a block of this width.
struct StageStrip {
    Flow flow;
    std::vector<float> number_widths;  // 0 where there is no room for numbers
    std::vector<float> title_widths;
};
StageStrip PlanStageStrip(const Recording& recording, const SceneView& view, float width);

// How high the block must be for any of its stages to be open, with numbers in cells of this width;
// and folded to its strip. 0 where there are no stages.
float PostAttentionHeight(const Recording& recording, const SceneView& view, float width,
                          float cell_width);
float PostAttentionTitle(const Recording& recording, const SceneView& view, float width);

void AddPostAttention(SceneBuilder& builder);

}  // namespace decodescope
