// Scenes that are built once and painted in many frames.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/look/window_layout.h"
#include "app/scene/build.h"
#include "app/scene/pass_fit.h"

namespace decodescope {

// What the widths of words depend on.
struct TextSize {
    float scale = 1;
    float zoom = 1;  // for which there are fonts

    friend bool operator==(const TextSize&, const TextSize&) = default;
};

class SceneCache {
public:
    // `number` identifies the cache, so that scenes of two caches that are painted with the same
    // textures have different stamps.
    explicit SceneCache(std::uint32_t number = 0) : stamps_(std::uint64_t{number} << 32) {}

    // The scene of this view, built again if anything visible has changed since the last call.
    // Valid until the next call.
    const Scene& Get(const std::shared_ptr<const Recording>& recording, const SceneView& view,
                     const TextSize& text = {});

    // LeastWidth of pass_fit.h, worked out again when that may have changed.
    float LeastWidthOf(const std::shared_ptr<const Recording>& recording, const SceneView& view);

    // What `count` says of the sentences of a pass in lines of this width, in window pixels; asked
    // again when that may have changed.
    int SentenceLines(const std::shared_ptr<const Recording>& recording, int pass, float width,
                      const TextSize& text, const std::function<int()>& count);

    // What `find` says of the size below which text is not drawn; asked again when that may have
    // changed.
    struct TextFloorKey {
        std::shared_ptr<const Recording> recording;
        int pass = 0, layer = 0;
        Point window;
        float scale = 1;
        PanelSizes panels;
        NumberFormat numbers;

        friend bool operator==(const TextFloorKey&, const TextFloorKey&) = default;
    };
    float TextFloor(const TextFloorKey& key, const std::function<float()>& find);

    // The scene of the last call; null before the first.
    const Scene* last() const { return scene_ ? &*scene_ : nullptr; }

private:
    std::shared_ptr<const Recording> recording_;
    SceneView view_;
    TextSize text_;
    std::optional<PassFit> fit_;  // of the last pass that was built
    std::optional<Scene> scene_;

    std::shared_ptr<const Recording> measured_;
    SceneView measured_view_;
    float least_width_ = 0;

    struct Sentences {
        std::shared_ptr<const Recording> recording;
        int pass = 0;
        float width = 0;
        TextSize text;

        friend bool operator==(const Sentences&, const Sentences&) = default;
    };
    TextFloorKey floor_key_;
    float floor_ = 0;
    Sentences sentences_;
    int sentence_lines_ = 1;
    std::uint64_t stamps_;  // given so far
};

}  // namespace decodescope
