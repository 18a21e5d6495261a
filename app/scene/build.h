// Makes the picture of a pass: a pure function of a recording and where one looks at it.
//
//   x ─┬─ Q ──────────────────────▶ score       The pass is drawn as the loop it is: x top left,
//      ├─ K ─▶ ┌ KV cache ┐ ──────▶   │         Q K V down the left, the cache in the middle, score
//      └─ V ─▶ └──────────┘ ─┐      softmax     to select down the right, the waiting tray outside
//   ▲                        └────▶ mix V       the cache, and a way back to x.
//   └┄┄┄┄┄┄┄┄ ┌┄ waiting ┄┐ ◀────── candidates
#pragma once

#include <functional>
#include <string_view>

#include "app/look/format.h"
#include "app/scene/scene.h"
#include "core/run/playhead.h"

namespace decodescope {

// How wide words are at scale 1. The default takes all letters for equally wide.
using MeasureText = std::function<float(TextStyle, std::string_view)>;
float FixedPitchWidth(TextStyle style, std::string_view words);

struct SceneView {
    Playhead playhead = kStart;
    int layer = 0;
    int query_head = 0;
    Point size = {1000, 640};  // of the window it is made for, at scale 1
    NumberFormat numbers;
    std::optional<int> position;      // that is looked at: its row has numbers before others have
    std::optional<Stage> open_stage;  // of the rest of a layer; else the last one done
    bool is_overview = false;         // all layers and heads (BuildOverview) instead of one
    MeasureText measure = FixedPitchWidth;

    // After an edit, what was shown before it: numbers that differ from it are marked as changed,
    // instead of those of the last step.
    const Recording* before = nullptr;
};

// The same pass from further away: all layers and heads at once, small, and the residual stream
// from layer to layer. For models that have several of either.
bool HasOverview(const Config& config);
// `before`: an overview of the same recording, or null; maps that have not changed are taken from
// it.
Scene BuildOverview(const Recording& recording, const SceneView& view,
                    const Scene* before = nullptr);

// Whether two views of a recording give the same scene, if they measure words alike.
bool ShowsTheSame(const SceneView& a, const SceneView& b);

// The scene may be larger than `view.size` where less would cut something off. Within one pass no
// block moves or changes its size from step to step. Playhead, layer and head must exist.
Scene BuildScene(const Recording& recording, const SceneView& view);

}  // namespace decodescope
