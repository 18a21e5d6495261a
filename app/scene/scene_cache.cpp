#include "app/scene/scene_cache.h"

#include "app/scene/overview.h"

namespace decodescope {

const Scene& SceneCache::Get(const std::shared_ptr<const Recording>& recording,
                             const SceneView& view, float text_scale) {
    const bool is_same =
        scene_ && recording_ == recording && text_scale_ == text_scale && ShowsTheSame(view_, view);
    if (is_same) return *scene_;
    const bool can_reuse = scene_ && recording_ == recording && view_.is_overview;
    recording_ = recording;
    view_ = view;
    text_scale_ = text_scale;
    scene_ = view.is_overview ? BuildOverview(*recording, view, can_reuse ? &*scene_ : nullptr)
                              : BuildScene(*recording, view);
    scene_->stamp = ++stamps_;
    return *scene_;
}

}  // namespace decodescope
