#include "app/scene/overview/lens_columns.h"

#include <algorithm>
#include <cmath>

#include "app/look/format.h"
#include "app/look/token_label.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kLine = 22, kGap = 12, kBarHeight = 8, kEdge = 6;
constexpr float kLeastToken = 84, kMostToken = 170, kLeastBar = 36, kMostBar = 80;

struct NumberWidths {
    float probability, rank;
};

NumberWidths WidthsOf(const Config& config, const SceneView& view) {
    return {view.measure(TextStyle::MonoStrong, FormatNumber(1, view.numbers)),
            std::max(view.measure(TextStyle::MonoStrong, FormatCount(config.vocabulary_size)),
                     view.measure(TextStyle::Plain, "rank"))};
}

bool HasSelected(const Recording& recording, const SceneView& view) {
    return view.playhead.step >= recording.StepOf(Stage::Select) &&
           view.playhead.pass < recording.pass_count() &&
           recording.pass(view.playhead.pass).selection.has_value();
}

// What is known of a layer's line; null: nothing yet.
const LensLine* LineAfter(const SceneView& view, int layer) {
    if (!view.lens) return nullptr;
    const auto found = std::ranges::find(*view.lens, layer, &LensLine::layer);
    return found == view.lens->end() ? nullptr : &*found;
}

bool HasPassed(const Recording& recording, const SceneView& view, int layer) {
    const TensorAt left_by = BlockOutput(recording.config(), layer);
    return view.playhead.step >= recording.StepOf(InfoOf(left_by.tensor).stage, left_by.layer);
}

}  // namespace

float LeastLensWidth(const Config& config, const SceneView& view) {
    const NumberWidths widths = WidthsOf(config, view);
    return kEdge + kLeastToken + kGap + widths.probability + kGap + widths.rank + kEdge;
}

LensColumns PlanLens(const Config& config, const SceneView& view, float left, float width) {
    const NumberWidths widths = WidthsOf(config, view);
    float spare = std::max(0.0f, width - LeastLensWidth(config, view));
    LensColumns columns{.token = left + kEdge, .token_width = kLeastToken};
    if (spare >= kLeastBar + kGap) {
        columns.bar_width = std::min(kMostBar, spare - kGap);
        spare -= columns.bar_width + kGap;
    }
    columns.token_width += std::min(spare, kMostToken - kLeastToken);
    columns.bar = columns.token + columns.token_width + kGap;
    const float before = columns.bar + (columns.bar_width > 0 ? columns.bar_width + kGap : 0);
    columns.probability = before + widths.probability;
    columns.rank = columns.probability + kGap + widths.rank;
    return columns;
}

void AddLensHead(const Recording& recording, const SceneView& view, const LensColumns& columns,
                 float first_line, float second_line, Scene& scene) {
    const auto add = [&](float left, float right, float y, std::string words, TextStyle style,
                         Align align) {
        const Tone tone = style == TextStyle::Strong ? Tone::Ink : Tone::Muted;
        scene.texts.push_back(
            {{left, y, right - left, kLine}, std::move(words), style, tone, align});
    };
    const std::string title = "Logit lens";
    add(columns.token, columns.rank, first_line, title, TextStyle::Strong, Align::Left);
    const float bar = columns.bar - kGap;
    const std::string best = Shortened("best token", [&](const std::string& words) {
        return view.measure(TextStyle::Plain, words) <= columns.token_width;
    });
    add(columns.token, bar, second_line, best, TextStyle::Plain, Align::Left);
    add(bar, columns.probability, second_line, "p", TextStyle::Plain, Align::Right);
    if (!HasSelected(recording, view)) return;
    const float title_end = columns.token + view.measure(TextStyle::Strong, title) + kGap;
    const TokenId id = recording.pass(view.playhead.pass).selection->id;
    const std::string of = "of ";
    const std::string token = TokenLabel(TokenText(recording, id), id, [&](const std::string& it) {
        return view.measure(TextStyle::Plain, of + it) <= columns.rank - title_end;
    });
    add(title_end, columns.rank, first_line, of + token, TextStyle::Plain, Align::Right);
    add(columns.probability, columns.rank, second_line, "rank", TextStyle::Plain, Align::Right);
}

void AddLensLine(const Recording& recording, const SceneView& view, const LensColumns& columns,
                 int layer, float middle, Scene& scene) {
    if (!HasPassed(recording, view, layer)) return;
    const float top = middle - kLine / 2;
    const LensLine* line = LineAfter(view, layer);
    const auto add = [&](float left, float right, std::string words, TextStyle style, Tone tone,
                         Align align) {
        scene.texts.push_back(
            {{left, top, right - left, kLine}, std::move(words), style, tone, align});
    };
    const float token_end = columns.token + columns.token_width;
    if (!line || !line->best) {
        add(columns.token, token_end, line ? "NaN" : "…", TextStyle::Plain, Tone::Muted,
            Align::Left);
        return;
    }
    const bool has_selected = HasSelected(recording, view) && line->selected;
    const bool is_first = has_selected && line->selected->rank == 1;
    if (is_first) {
        scene.bands.push_back({BandKind::SelectedRow,
                               {columns.token - kEdge, top + 1,
                                columns.rank - columns.token + 2 * kEdge, kLine - 2}});
    }
    const TokenId best = line->best->id;
    const TextStyle token_style = is_first ? TextStyle::Strong : TextStyle::Plain;
    const TextStyle digits = is_first ? TextStyle::MonoStrong : TextStyle::Mono;
    const Tone tone = is_first ? Tone::Waiting : Tone::Ink;
    add(columns.token, token_end,
        TokenLabel(TokenText(recording, best), best,
                   [&](const std::string& words) {
                       return view.measure(token_style, words) <= columns.token_width;
                   }),
        token_style, tone, Align::Left);
    const double p = line->best->probability;
    if (columns.bar_width > 0) {
        scene.bars.push_back({{columns.bar, middle - kBarHeight / 2, columns.bar_width, kBarHeight},
                              std::isfinite(p) ? static_cast<float>(p) : 0.0f});
    }
    const float number = columns.bar + (columns.bar_width > 0 ? columns.bar_width : -kGap);
    add(number, columns.probability, FormatNumber(p, view.numbers), digits, tone, Align::Right);
    if (!has_selected) return;
    add(columns.probability, columns.rank, FormatCount(line->selected->rank), digits,
        is_first ? Tone::Waiting : Tone::Muted, Align::Right);
}

}  // namespace decodescope
