#include "app/views/tabs/check_panel.h"

#include <algorithm>
#include <cmath>

#include "app/apply/inspect_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/views/tabs/growth_chart.h"
#include "app/widgets/controls.h"
#include "app/widgets/form.h"
#include "app/work/work_curve.h"
#include "core/run/check.h"

namespace decodescope {
namespace {

constexpr float kChartLeast = 156, kChartMost = 260;  // high, at scale 1

// The passes that have begun at the playhead, as far as they are checked.
struct Counted {
    int passes = 0;
    int cached = 0, recomputed = 0;
    double largest = 0;
    std::optional<Cell> place;
    bool agrees = true;
};

// "2 + 1 + 1 + 1": all of them, or `ahead` of them, dots and the last one.
std::string SumText(const std::vector<PassCheck>& checks, int passes, int ahead,
                    int PassCheck::*field) {
    std::string text;
    for (int i = 0; i < passes; ++i) {
        if (i == ahead && i + 1 < passes) {
            text += " + …";
            i = passes - 1;
        }
        text += (text.empty() ? "" : " + ") + std::to_string(checks[static_cast<size_t>(i)].*field);
    }
    return text;
}

// As much of the sum as there is room for.
std::string FittingSum(const Panel& panel, int passes, float room, int PassCheck::*field) {
    constexpr int kMostShown = 4;
    const Pen pen = panel.pen().In(FontRole::Mono);
    for (int ahead = passes > kMostShown ? 2 : kMostShown; ahead > 0; --ahead) {
        std::string text = SumText(panel.derived.checks, passes, ahead, field);
        if (pen.Width(text) <= room) return text;
    }
    return "";
}

Counted CountedAt(const Panel& panel) {
    const std::vector<PassCheck>& checks = panel.derived.checks;
    const Playhead playhead = panel.state.ui.playhead;
    const int begun = playhead.step < 0 ? playhead.pass : playhead.pass + 1;
    Counted counted;
    counted.passes = std::min(begun, static_cast<int>(checks.size()));
    for (int i = 0; i < counted.passes; ++i) {
        const PassCheck& check = checks[static_cast<size_t>(i)];
        counted.cached += check.cached_positions;
        counted.recomputed += check.recomputed_positions;
        counted.agrees = counted.agrees && Agrees(check);
        if (check.max_abs_difference > counted.largest) {
            counted.largest = check.max_abs_difference;
            counted.place = check.place;
        }
    }
    return counted;
}

struct Columns {
    float label, cached, recomputed;
};

void DrawPair(const Panel& panel, const Columns& x, float y, std::string_view label,
              std::string_view cached, std::string_view recomputed, FontRole font) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const bool is_plain = font == FontRole::Mono;
    pen.Muted(is_plain).Write({x.label, y}, label);
    pen.In(font, is_plain ? c.muted : c.cached.text).WriteRight({x.cached, y}, cached);
    pen.In(font).Muted(is_plain).WriteRight({x.recomputed, y}, recomputed);
}

// How the positions of the passes add up.
void DrawSums(const Panel& panel, const Columns& x, float y, int passes) {
    const float gap = panel.Px(panel.theme.metrics.gap);
    const float room = x.cached - x.label;
    const std::string cached = FittingSum(panel, passes, room, &PassCheck::cached_positions);
    const std::string recomputed =
        FittingSum(panel, passes, x.recomputed - x.cached - gap, &PassCheck::recomputed_positions);
    DrawPair(panel, x, y, "", cached, recomputed, FontRole::Mono);
}

void DrawDifference(const Panel& panel, const Columns& x, float y, const Counted& counted) {
    constexpr float kRadius = 10;  // at scale 1
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen(), digits = pen.In(FontRole::MonoStrong);
    const std::string number = FormatInput(counted.largest, panel.state.preferences.numbers);
    pen.Write({x.label, y}, "largest difference");
    digits.WriteRight({x.recomputed, y}, number);
    const ImVec2 center{x.recomputed - digits.Width(number) - panel.Px(kRadius) - panel.Px(14), y};
    pen.In(counted.agrees ? c.cached_solid : c.ink).Disc(center, kRadius);
    pen.In(counted.agrees ? c.on_cached_solid : c.on_ink)
        .Draw(counted.agrees ? Icon::Tick : Icon::Close, center);
}

// Where the largest difference is. A click goes to the pass and step that computed it, and pins it.
void DrawPlace(const Panel& panel, Area row, const Cell& place) {
    const Recording& recording = panel.recording();
    const Touch touch = TouchArea("check.difference", row);
    const Pen pen = panel.pen().Muted(!touch.hovered);
    const float y = row.center().y;
    const float right = pen.Write({row.min.x, y}, "at " + SymbolOf(recording.config(), place));
    pen.Horizontal(row.min.x, right, y + panel.Px(9));
    panel.Spot("check.difference", row);
    Tip(panel.theme, row, "Go there");
    const Pass* pass = recording.PassOfPosition(place.row);
    if (!touch.clicked || !pass) return;
    panel.Emit(GoTo{{pass->index, recording.StepOf(InfoOf(place.tensor).stage, place.layer)}});
    if (panel.state.ui.pinned != place) panel.Emit(Pin{place});
}

// One row per pass; the present one is marked.
void DrawPassRows(const Panel& panel, const Columns& x, const Counted& counted, Area area,
                  float top) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float pitch = panel.Px(m.table_row);
    const Pen pen = panel.pen();
    ImGui::SetCursorScreenPos({area.min.x, top});
    ImGuiListClipper clipper;
    clipper.Begin(counted.passes, pitch);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const PassCheck& check = panel.derived.checks[static_cast<size_t>(i)];
            const float y = top + (static_cast<float>(i) + 0.5f) * pitch;
            const bool is_now = i == panel.state.ui.playhead.pass;
            const Pen digits = pen.In(FontRole::Mono).Strong(is_now);
            pen.Strong(is_now).Write({x.label, y},
                                     i == 0 ? "Prefill" : "Pass " + std::to_string(i));
            digits.In(c.cached.text).WriteRight({x.cached, y}, FormatCount(check.cached_positions));
            digits.WriteRight({x.recomputed, y}, FormatCount(check.recomputed_positions));
        }
    }
    ImGui::SetCursorScreenPos({area.min.x, top + static_cast<float>(counted.passes) * pitch});
    ImGui::Dummy({1, 1});
}

}  // namespace

void DrawCheckPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("check", panel.theme, area, c.panel, true);
    const Pen pen = panel.pen();
    const float margin = panel.Px(m.margin);
    const float top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    const Columns x{inside.min.x, inside.max.x - panel.Px(m.check_column), inside.max.x};
    const Counted counted = CountedAt(panel);

    float y = top + margin * 0.8f;
    DrawPair(panel, x, y, "", "cached", "recomputed", FontRole::LabelStrong);
    y += panel.Px(m.row_height + 2);
    const float number =
        pen.In(FontRole::MonoStrong).Width(FormatCount(counted.cached)) + panel.Px(m.gap);
    const std::string_view label = "positions counted";
    const bool fits = pen.Width(label) + number <= x.cached - x.label;
    DrawPair(panel, x, y, fits ? label : "counted", FormatCount(counted.cached),
             FormatCount(counted.recomputed), FontRole::MonoStrong);
    y += panel.Px(m.line_height);
    DrawSums(panel, x, y, counted.passes);
    y += panel.Px(m.row_height);
    pen.In(c.line).Horizontal(inside.min.x, inside.max.x, y - panel.Px(m.gap));
    y += panel.Px(m.gap);
    DrawDifference(panel, x, y, counted);
    Column words{x.label, x.recomputed, y + panel.Px(m.line_height)};
    WriteParagraph(pen.Muted(), words, "of " + CheckedParts());
    y = words.y;
    if (counted.place) {
        const float half = panel.Px(m.line_height) / 2;
        DrawPlace(panel, {{x.label, y - half}, {x.recomputed, y + half}}, *counted.place);
        y += panel.Px(m.line_height);
    }
    if (panel.derived.is_checking) {
        pen.Muted().Write({x.label, y}, std::to_string(panel.derived.checks.size()) + " of " +
                                            std::to_string(panel.recording().pass_count()) +
                                            " passes recomputed …");
        y += panel.Px(m.line_height);
    }
    pen.In(c.line).Horizontal(inside.min.x, inside.max.x, y - panel.Px(m.gap) / 2);
    y += panel.Px(m.gap);
    const std::vector<GrowthPoint> growth = GrowthOf(panel.derived.checks);
    if (!growth.empty()) {
        const float left = top + area.height() - y - panel.Px(m.gap);  // of the panel, unscrolled
        const float height = std::clamp(left, panel.Px(kChartLeast), panel.Px(kChartMost));
        const Area chart{{inside.min.x, y}, {inside.max.x, y + height}};
        DrawGrowthChart(panel, chart, growth, counted.passes);
        y = chart.max.y + panel.Px(m.gap);
        pen.In(c.line).Horizontal(inside.min.x, inside.max.x, y);
    }
    DrawPassRows(panel, x, counted, inside, y + panel.Px(m.gap));
    pen.In(c.line).Vertical(area.min.x, area.min.y, area.max.y);
    EndPanel();
}

}  // namespace decodescope
