// The row above the pass that chooses a layer and a query head, where there are several. Query
// heads that share a KV head are side by side over one line.
//
//   Layer [0] [1]    Query head [0 1] [2 3]   KV head 0    all heads
//                               ─────  ───
//
// Where all of them would take more than two lines, only the first, the last and those next to the
// chosen one are there. A click leads on from each, and the overview has all.
//
//   Layer [0] … [16] [17] [18] … [23]
#pragma once

#include <vector>

#include "app/scene/build.h"

namespace decodescope {

struct SceneBuilder;

// The navigator's choices and groups within `width`, from (0, 0); `height` 0: nothing to choose.
struct NavigatorPlan {
    std::vector<Text> texts;
    std::vector<Choice> choices;
    std::vector<Band> groups;
    float height = 0;
};
NavigatorPlan PlanNavigator(const Config& config, const SceneView& view, float width);

void AddNavigator(SceneBuilder& builder);

}  // namespace decodescope
