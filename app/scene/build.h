// Makes the picture of a pass: a pure function of a recording and what of it is looked at.
//
//   x ─┬─ Q ──────────────────────▶ score       The pass is drawn as the loop it is: x top left,
//      ├─ K ─▶ ┌ KV cache ┐ ──────▶   │         Q K V down the left, the cache in the middle, score
//      └─ V ─▶ └──────────┘ ─┐      softmax     to select down the right, the waiting tray outside
//   ▲                        └────▶ Σ w·v       the cache, and a way back to x.
//   └┄┄┄┄┄┄┄┄ ┌┄ waiting ┄┐ ◀────── candidates
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "app/look/format.h"
#include "app/scene/scene.h"
#include "core/run/logit_lens.h"
#include "core/run/playhead.h"

namespace decodescope {

// How wide words are at scale 1. By default, all letters are equally wide.
using MeasureText = std::function<float(TextStyle, std::string_view)>;
// How wide they are in scene pixels where the scene is seen at a zoom: fonts are not quite as wide
// at one size as at another.
using MeasureTextAt = std::function<float(TextStyle, std::string_view, float zoom)>;
float FixedPitchWidth(TextStyle style, std::string_view words);

struct SceneView {
    Playhead playhead = kStart;
    int layer = 0;
    int query_head = 0;
    Point size = {1000, 640};  // of the window it is made for, at scale 1
    float least_digits = 11;   // in pixels at UI scale 1: smaller ones could not be read
    float shown_digits = 0;    // the picture is enlarged until its digits are so large, fit or not
    NumberFormat numbers;
    std::optional<int> position;      // looked at: its row has numbers before others have them
    std::optional<Stage> open_stage;  // of those after attention; else the last one done
    bool is_overview = false;         // all layers and heads (overview/overview.h) instead of one
    std::shared_ptr<const std::vector<LensLine>> lens;  // of its pass, as far as it is known
    MeasureText measure = FixedPitchWidth;
    MeasureTextAt measure_at;  // instead, once the zoom is known

    // After an edit, what was shown before it: numbers that differ from it are marked as changed,
    // instead of those of the last step.
    const Recording* before = nullptr;
};

// Whether two views of a recording give the same scene, if they measure words alike.
bool ShowsTheSame(const SceneView& a, const SceneView& b);

// With digits as large as fit (pass_fit.h): the scene's own pixels are not those of the view, but
// `Scene::zoom` times smaller. It may be larger than the view where less would cut something off.
// Within one pass no block moves or changes its size from step to step, unless some are folded.
// Playhead, layer and head must exist.
Scene BuildScene(const Recording& recording, const SceneView& view);

struct PassFit;
Scene BuildScene(const Recording& recording, SceneView view, const PassFit& fit);

}  // namespace decodescope
