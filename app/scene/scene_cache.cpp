#include "app/scene/scene_cache.h"

#include "app/scene/overview/overview.h"

namespace decodescope {

namespace {

// Whether both have the same layout: another step of the same pass, for example.
bool FitsTheSame(SceneView a, const SceneView& b) {
    a.playhead.step = b.playhead.step;
    a.position = b.position;
    a.open_stage = b.open_stage;
    a.lens = b.lens;
    a.before = b.before;
    return ShowsTheSame(a, b);
}

}  // namespace

float SceneCache::LeastWidthOf(const std::shared_ptr<const Recording>& recording,
                               const SceneView& view) {
    SceneView anywhere = view;
    anywhere.size = {};
    anywhere.shown_digits = 0;
    if (measured_ == recording && FitsTheSame(measured_view_, anywhere)) return least_width_;
    measured_ = recording;
    measured_view_ = anywhere;
    least_width_ = LeastWidth(*recording, anywhere);
    return least_width_;
}

int SceneCache::SentenceLines(const std::shared_ptr<const Recording>& recording, int pass,
                              float width, const TextSize& text,
                              const std::function<int()>& count) {
    const Sentences asked{recording, pass, width, text};
    if (sentences_ == asked) return sentence_lines_;
    sentences_ = asked;
    sentence_lines_ = count();
    return sentence_lines_;
}

float SceneCache::TextFloor(const TextFloorKey& key, const std::function<float()>& find) {
    if (floor_key_ == key) return floor_;
    floor_key_ = key;
    floor_ = find();
    return floor_;
}

const Scene& SceneCache::Get(const std::shared_ptr<const Recording>& recording,
                             const SceneView& view, const TextSize& text) {
    const bool has_same_text = scene_ && recording_ == recording && text_ == text;
    if (has_same_text && ShowsTheSame(view_, view)) return *scene_;
    const bool can_reuse = scene_ && recording_ == recording && view_.is_overview;
    if (!has_same_text || !FitsTheSame(view_, view)) fit_.reset();
    recording_ = recording;
    view_ = view;
    text_ = text;
    if (view.is_overview) {
        scene_ = BuildOverview(*recording, view, can_reuse ? &*scene_ : nullptr);
    } else {
        if (!fit_) fit_ = FitPass(*recording, view);
        scene_ = BuildScene(*recording, view, *fit_);
    }
    scene_->stamp = ++stamps_;
    return *scene_;
}

}  // namespace decodescope
