// Scenes that are built once and painted in many frames.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/scene/build.h"

namespace decodescope {

class SceneCache {
public:
    // `number` identifies the cache, so that scenes of two caches that are painted with the same
    // textures have different stamps.
    explicit SceneCache(std::uint32_t number = 0) : stamps_(std::uint64_t{number} << 32) {}

    // The scene of this view, built again if anything visible has changed since the last call.
    // `text_scale` is what view.measure depends on. Valid until the next call.
    const Scene& Get(const std::shared_ptr<const Recording>& recording, const SceneView& view,
                     float text_scale);

    // The scene of the last call; null before the first.
    const Scene* last() const { return scene_ ? &*scene_ : nullptr; }

private:
    std::shared_ptr<const Recording> recording_;
    SceneView view_;
    float text_scale_ = 0;
    std::optional<Scene> scene_;
    std::uint64_t stamps_;  // given so far
};

}  // namespace decodescope
