#include "app/scene/pass_fit.h"

#include <algorithm>
#include <optional>

#include "app/scene/layout/pass_layout.h"
#include "app/scene/layout/pass_layout_widths.h"

namespace decodescope {
namespace {

constexpr float kSizes[] = {26, 22, 20, 18, 16, 15, 14, 13, 12, 11};
constexpr float kLeastUnfolded = 13;
constexpr int kKeysForColour = 8;

// Whether everything fits at this size, at every step of the pass where steps differ.
bool Fits(const Recording& recording, SceneView view, const PassShape& shape, const PassFit& fit) {
    view.size = {view.size.x / fit.zoom(), view.size.y / fit.zoom()};
    if (PlanColumns(recording, view, fit).Natural() > view.size.x + 1) return false;
    if (!fit.folds) return LayOutPass(recording, view, shape, fit).is_whole;
    for (int step = 0; step < recording.step_count(); ++step) {
        view.playhead.step = step;
        if (!LayOutPass(recording, view, shape, fit).is_whole) return false;
    }
    return true;
}

std::optional<PassFit> Largest(const Recording& recording, const SceneView& view,
                               const PassShape& shape, PassFit fit, float least, float most) {
    for (const float digits : kSizes) {
        if (digits < least || digits > most) continue;
        fit.digits = digits;
        if (Fits(recording, view, shape, fit)) return fit;
    }
    return std::nullopt;
}

// Numbers in all passes of the run, at no less than the usual size.
std::optional<PassFit> FitRun(const Recording& recording, const SceneView& view,
                              const PassShape& shape) {
    const int keys = recording.prompt_length() + recording.recipe().tokens - 1;
    if (keys > kMostKeys) return std::nullopt;
    const PassFit fit{.has_all_numbers = true,
                      .rows = recording.prompt_length(),
                      .keys = keys,
                      .measures = MeasurePass(recording, view, 0, keys)};
    return Largest(recording, view, shape, fit, kSceneDigits, kSizes[0]);
}

std::optional<PassFit> FitOnePass(const Recording& recording, const SceneView& view,
                                  const PassShape& shape) {
    if (shape.cache_after() > kMostKeys) return std::nullopt;
    PassFit fit{
        .has_all_numbers = true,
        .rows = shape.rows(),
        .keys = shape.cache_after(),
        .measures = MeasurePass(recording, view, shape.first_position, shape.cache_after())};
    const float least = std::max(kLeastUnfolded, view.least_digits);
    if (const auto whole = Largest(recording, view, shape, fit, least, kSceneDigits)) {
        return whole;
    }
    fit.folds = true;
    const auto folded = Largest(recording, view, shape, fit, view.least_digits, kSceneDigits);
    // Where smaller digits could not be read, a step that has no room for them shows colour.
    if (!folded && view.least_digits > kLeastDigits && shape.cache_after() <= kKeysForColour) {
        return fit;
    }
    return folded;
}

// Colour grows with the window, too, so that its words can be read from as far.
float DigitsBesideColour(Point size) {
    constexpr Point kUsualSize{1000, 640};
    const float share = std::min(size.x / kUsualSize.x, size.y / kUsualSize.y);
    for (const float digits : kSizes) {
        if (digits <= kSceneDigits * share) return std::max(digits, kSceneDigits);
    }
    return kSceneDigits;
}

}  // namespace

bool DrawsNumbers(const Config& config) {
    return std::min(config.d_model, config.head_dim) <= kMostNumbers;
}

float LeastWidth(const Recording& recording, SceneView view) {
    constexpr int kUsualKeys = 12;
    const PassShape shape = ShapeOf(recording, view.playhead.pass);
    if (!DrawsNumbers(recording.config()) || shape.cache_after() > kUsualKeys) return 0;
    const int run = recording.prompt_length() + recording.recipe().tokens - 1;
    const int keys = std::max(shape.cache_after(), std::min(run, kUsualKeys));
    const PassFit fit{.digits = kLeastDigits,
                      .has_all_numbers = true,
                      .keys = keys,
                      .measures = MeasurePass(recording, view, 0, keys)};
    view.size = {};
    return PlanColumns(recording, view, fit).Natural() * fit.zoom();
}

PassFit FitPass(const Recording& recording, const SceneView& view) {
    const PassShape shape = ShapeOf(recording, view.playhead.pass);
    if (DrawsNumbers(recording.config())) {
        if (const auto fit = FitRun(recording, view, shape)) return *fit;
        if (const auto fit = FitOnePass(recording, view, shape)) return *fit;
    }
    return {.digits = DigitsBesideColour(view.size),
            .rows = recording.prompt_length(),
            .keys = shape.cache_after(),
            .measures = MeasurePass(recording, view, shape.first_position, shape.cache_after())};
}

}  // namespace decodescope
