#include "app/views/tabs/check_panel.h"

#include <algorithm>
#include <cmath>

#include "app/views/tabs/growth_chart.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
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
    for (int ahead = passes > kMostShown ? 2 : kMostShown; ahead > 0; --ahead) {
        std::string text = SumText(panel.derived.checks, passes, ahead, field);
        if (TextWidth(panel.theme, FontRole::Mono, text) <= room) return text;
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
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_plain = font == FontRole::Mono;
    DrawText(list, panel.theme, FontRole::Label, {x.label, y}, is_plain ? c.muted : c.ink, label);
    DrawText(list, panel.theme, font, {x.cached, y}, is_plain ? c.muted : c.cached.text, cached,
             Anchor::Right);
    DrawText(list, panel.theme, font, {x.recomputed, y}, is_plain ? c.muted : c.ink, recomputed,
             Anchor::Right);
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
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string number = FormatInput(counted.largest, panel.state.preferences.numbers);
    DrawText(list, panel.theme, FontRole::Label, {x.label, y}, c.ink, "largest difference");
    DrawText(list, panel.theme, FontRole::MonoStrong, {x.recomputed, y}, c.ink, number,
             Anchor::Right);
    const float radius = panel.Px(10);
    const ImVec2 center{
        x.recomputed - TextWidth(panel.theme, FontRole::MonoStrong, number) - radius - panel.Px(14),
        y};
    list.AddCircleFilled(center, radius, counted.agrees ? c.cached_solid : c.ink);
    DrawIcon(list, counted.agrees ? Icon::Tick : Icon::Close, center, panel.Px(16),
             counted.agrees ? c.on_cached_solid : c.on_ink, panel.Px(2));
}

// Where the largest difference is. A click goes to the pass and step that computed it, and pins it.
void DrawPlace(const Panel& panel, Area row, const Cell& place) {
    const Palette& c = panel.theme.colors();
    const Recording& recording = panel.recording();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string words = "at " + SymbolOf(recording.config(), place);
    const Touch touch = TouchArea("check.difference", row);
    const float y = row.center().y;
    const float right = DrawText(list, panel.theme, FontRole::Label, {row.min.x, y},
                                 touch.hovered ? c.ink : c.muted, words);
    DrawHorizontal(list, panel.theme, row.min.x, right, y + panel.Px(9),
                   touch.hovered ? c.ink : c.muted);
    panel.Spot("check.difference", row);
    Tip(panel.theme, row, "Go there");
    const Pass* pass = recording.PassOfPosition(place.row);
    if (!touch.clicked || !pass) return;
    panel.Emit(GoTo{{pass->index, recording.StepOf(InfoOf(place.tensor).stage, place.layer)}});
    if (panel.state.ui.pinned != place) panel.Emit(Pin{place});
}

// A row a pass; the present one is marked.
void DrawPassRows(const Panel& panel, const Columns& x, const Counted& counted, Area area,
                  float top) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float pitch = panel.Px(m.table_row);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::SetCursorScreenPos({area.min.x, top});
    ImGuiListClipper clipper;
    clipper.Begin(counted.passes, pitch);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const PassCheck& check = panel.derived.checks[static_cast<size_t>(i)];
            const float y = top + (static_cast<float>(i) + 0.5f) * pitch;
            const bool is_now = i == panel.state.ui.playhead.pass;
            const FontRole font = is_now ? FontRole::LabelStrong : FontRole::Label;
            const FontRole digits = is_now ? FontRole::MonoStrong : FontRole::Mono;
            DrawText(list, panel.theme, font, {x.label, y}, c.ink,
                     i == 0 ? "Prefill" : "Pass " + std::to_string(i));
            DrawText(list, panel.theme, digits, {x.cached, y}, c.cached.text,
                     FormatCount(check.cached_positions), Anchor::Right);
            DrawText(list, panel.theme, digits, {x.recomputed, y}, c.ink,
                     FormatCount(check.recomputed_positions), Anchor::Right);
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
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float margin = panel.Px(m.margin);
    const float top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    const Columns x{inside.min.x, inside.max.x - panel.Px(m.check_column), inside.max.x};
    const Counted counted = CountedAt(panel);

    float y = top + margin * 0.8f;
    DrawPair(panel, x, y, "", "cached", "recomputed", FontRole::LabelStrong);
    y += panel.Px(m.row_height + 2);
    const float number =
        TextWidth(panel.theme, FontRole::MonoStrong, FormatCount(counted.cached)) + panel.Px(m.gap);
    const std::string_view label = "positions counted";
    const bool fits = TextWidth(panel.theme, FontRole::Label, label) + number <= x.cached - x.label;
    DrawPair(panel, x, y, fits ? label : "counted", FormatCount(counted.cached),
             FormatCount(counted.recomputed), FontRole::MonoStrong);
    y += panel.Px(m.line_height);
    DrawSums(panel, x, y, counted.passes);
    y += panel.Px(m.row_height);
    DrawHorizontal(list, panel.theme, inside.min.x, inside.max.x, y - panel.Px(m.gap), c.line);
    y += panel.Px(m.gap);
    DrawDifference(panel, x, y, counted);
    y += panel.Px(m.line_height);
    if (counted.place) {
        const float half = panel.Px(m.line_height) / 2;
        DrawPlace(panel, {{x.label, y - half}, {x.recomputed, y + half}}, *counted.place);
        y += panel.Px(m.line_height);
    }
    if (panel.derived.is_checking) {
        DrawText(list, panel.theme, FontRole::Label, {x.label, y}, c.muted, "recomputing …");
        y += panel.Px(m.line_height);
    }
    DrawHorizontal(list, panel.theme, inside.min.x, inside.max.x, y - panel.Px(m.gap) / 2, c.line);
    y += panel.Px(m.gap);
    const std::vector<GrowthPoint> growth = GrowthOf(panel.derived.checks);
    if (!growth.empty()) {
        const float left = top + area.height() - y - panel.Px(m.gap);  // of the panel, unscrolled
        const float height = std::clamp(left, panel.Px(kChartLeast), panel.Px(kChartMost));
        const Area chart{{inside.min.x, y}, {inside.max.x, y + height}};
        DrawGrowthChart(panel, chart, growth, counted.passes);
        y = chart.max.y + panel.Px(m.gap);
        DrawHorizontal(list, panel.theme, inside.min.x, inside.max.x, y, c.line);
    }
    DrawPassRows(panel, x, counted, inside, y + panel.Px(m.gap));
    DrawVertical(list, panel.theme, area.min.x, area.min.y, area.max.y, c.line);
    EndPanel();
}

}  // namespace decodescope
