#include "app/scene/build.h"

#include <algorithm>

#include "app/scene/arrows.h"
#include "app/scene/attention_blocks.h"
#include "app/scene/cache_block.h"
#include "app/scene/candidates_block.h"
#include "app/scene/heat_legend.h"
#include "app/scene/navigator.h"
#include "app/scene/pass_fit.h"
#include "app/scene/post_attention.h"
#include "app/scene/scene_builder.h"
#include "app/scene/tray.h"
#include "app/scene/words.h"

namespace decodescope {

float FixedPitchWidth(TextStyle style, std::string_view words) {
    const float letter = style == TextStyle::Container ? 10.5f : 9.0f;
    return letter * static_cast<float>(CharacterCount(words));
}

bool ShowsTheSame(const SceneView& a, const SceneView& b) {
    return a.playhead == b.playhead && a.layer == b.layer && a.query_head == b.query_head &&
           a.size == b.size && a.least_digits == b.least_digits &&
           a.shown_digits == b.shown_digits && a.numbers == b.numbers && a.before == b.before &&
           a.is_overview == b.is_overview && a.lens == b.lens && a.position == b.position &&
           a.open_stage == b.open_stage;
}

Scene BuildScene(const Recording& recording, const SceneView& view) {
    return BuildScene(recording, view, FitPass(recording, view));
}

Scene BuildScene(const Recording& recording, SceneView view, const PassFit& fit) {
    const float shown = std::max(fit.zoom(), view.shown_digits / kSceneDigits);
    view.size = {view.size.x / fit.zoom(), view.size.y / fit.zoom()};
    if (view.measure_at) {
        view.measure = [at = view.measure_at, zoom = shown](TextStyle style,
                                                            std::string_view words) {
            return at(style, words, zoom);
        };
    }
    SceneBuilder builder(recording, view, fit);
    builder.scene.bounds = builder.layout.bounds;
    builder.scene.zoom = shown;
    builder.scene.is_folded = builder.layout.open != Parts::All();
    AddNavigator(builder);
    AddInput(builder);
    for (const BlockId id : {BlockId::Query, BlockId::Key, BlockId::Value}) {
        AddProjection(builder, id);
    }
    AddCache(builder);
    AddScores(builder);
    AddAttentionWeights(builder);
    AddWeightedSum(builder);
    AddPostAttention(builder);
    AddCandidates(builder);
    AddTray(builder);
    AddArrows(builder);
    AddHeatLegend(builder);
    builder.scene.focus = builder.scene.blocks.front().place;
    for (const Block& block : builder.scene.blocks) {
        if (block.state == BlockState::Current) builder.scene.focus = block.place;
    }
    return std::move(builder.scene);
}

}  // namespace decodescope
