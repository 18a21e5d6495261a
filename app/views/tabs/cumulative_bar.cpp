#include "app/views/tabs/cumulative_bar.h"

#include <algorithm>
#include <string>

#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kHeight = 66, kBarTop = 10, kBar = 24, kMark = 6, kWordsBelow = 20;
constexpr float kLeastSegment = 1;

// The selection at the playhead, where it was drawn.
const Selection* DrawnAt(const Panel& panel) {
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    const bool has_selected =
        playhead.pass < recording.pass_count() && playhead.step >= recording.StepOf(Stage::Select);
    if (!has_selected || panel.derived.intervals.empty()) return nullptr;
    const std::optional<Selection>& selection = recording.pass(playhead.pass).selection;
    return selection && selection->drawn ? &*selection : nullptr;
}

void DrawSegment(const Panel& panel, Area segment, const Interval& interval, bool is_hit) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(is_hit ? c.waiting.tint : c.neutral_cell).Fill(segment);
    pen.In(is_hit ? c.waiting.stroke : c.line).Ring(segment, 0, is_hit ? m.dash_width : m.hairline);
    const std::string& token = TokenText(panel.recording(), interval.id);
    const float room = segment.width() - panel.Px(m.gap);
    if (pen.Width(token) <= room) {
        pen.In(is_hit ? c.waiting.text : c.ink).Strong(is_hit).WriteMiddle(segment.center(), token);
    }
    Tip(panel.theme, segment,
        token + ": from " + FormatNumber(interval.from, panel.state.preferences.numbers) +
            " up to " + FormatNumber(interval.to, panel.state.preferences.numbers));
}

// The mark at u, and in words what it selects.
void DrawMark(const Panel& panel, Area bar, const Selection& selection) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float x = bar.min.x + bar.width() * static_cast<float>(*selection.drawn);
    const float size = panel.Px(kMark);
    pen.list.AddTriangleFilled({x, bar.max.y}, {x - size, bar.max.y + size * 1.5f},
                               {x + size, bar.max.y + size * 1.5f}, c.ink);
    const std::string words =
        "u = " + FormatNumber(*selection.drawn, panel.state.preferences.numbers) + ": " +
        TokenText(panel.recording(), selection.id);
    const float width = pen.Width(words);
    const float left = std::clamp(x + 2 * size, bar.min.x, std::max(bar.min.x, bar.max.x - width));
    const bool fits = left > x + size;
    pen.Write({fits ? left : std::max(bar.min.x, x - 2 * size - width),
               bar.max.y + panel.Px(kWordsBelow) * 0.6f},
              words);
}

}  // namespace

float CumulativeBarHeight(const Panel& panel) { return DrawnAt(panel) ? panel.Px(kHeight) : 0; }

void DrawCumulativeBar(const Panel& panel, Area area) {
    const Selection* selection = DrawnAt(panel);
    if (!selection) return;
    const Area bar{{area.min.x, area.min.y + panel.Px(kBarTop)},
                   {area.max.x, area.min.y + panel.Px(kBarTop + kBar)}};
    const auto x_of = [&](double share) {
        return bar.min.x + bar.width() * static_cast<float>(share);
    };
    const Interval* hit = nullptr;
    for (const Interval& interval : panel.derived.intervals) {
        const Area segment{{x_of(interval.from), bar.min.y}, {x_of(interval.to), bar.max.y}};
        if (interval.id == selection->id)
            hit = &interval;
        else if (segment.width() >= kLeastSegment)
            DrawSegment(panel, segment, interval, false);
    }
    if (hit)
        DrawSegment(panel, {{x_of(hit->from), bar.min.y}, {x_of(hit->to), bar.max.y}}, *hit, true);
    DrawMark(panel, bar, *selection);
    panel.Spot("candidates.draw", bar);
}

}  // namespace decodescope
