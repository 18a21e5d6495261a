#include "app/views/tabs/loop_panel.h"

#include <algorithm>
#include <string>

#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/generation_loop.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLine = 20;  // of code: all of it is seen at once in a tab of a usual window
constexpr float kIndent = 18, kVariableColumn = 132, kLitPadding = 6;
constexpr float kWide = 640;  // from where the other names stand beside the lines

// A line of the code. Returns where the next one begins.
float DrawLine(const Panel& panel, Area area, float y, int index, bool is_lit) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const LoopLine& line = LoopLines()[static_cast<size_t>(index)];
    const Area row{{area.min.x, y}, {area.max.x, y + panel.Px(kLine)}};
    if (is_lit) {
        list.AddRectFilled({row.min.x - panel.Px(kLitPadding), row.min.y},
                           {row.max.x + panel.Px(kLitPadding), row.max.y}, c.now_tint,
                           panel.Px(m.cell_radius));
        list.AddRectFilled({row.min.x - panel.Px(kLitPadding), row.min.y},
                           {row.min.x - panel.Px(kLitPadding / 2), row.max.y}, c.now_fill);
    }
    // The lit line stays in sight, unless the mouse is there to scroll.
    const bool is_out = row.min.y < ImGui::GetWindowPos().y || row.max.y > area.max.y;
    if (is_lit && is_out && !ImGui::IsWindowHovered()) {
        ImGui::SetScrollFromPosY(row.center().y - ImGui::GetWindowPos().y, 0.5f);
    }
    const float x = area.min.x + panel.Px(kIndent) * static_cast<float>(line.indent);
    const float center = row.center().y;
    const bool is_wide = area.width() >= panel.Px(kWide);
    const float right = is_wide ? area.center().x : area.max.x;
    DrawText(list, panel.theme, is_lit ? FontRole::MonoStrong : FontRole::Mono, {x, center}, c.ink,
             Shortened(panel.theme, FontRole::MonoStrong, line.code, right - x));
    if (is_wide) {
        DrawText(list, panel.theme, FontRole::Mono, {right, center}, c.muted,
                 Shortened(panel.theme, FontRole::Mono, line.elsewhere, area.max.x - right));
    }
    panel.Spot((is_lit ? "loop.lit." : "loop.line.") + std::to_string(index), row);
    Tip(panel.theme, row, "In Hugging Face Transformers: " + std::string(line.elsewhere));
    return row.max.y;
}

// A variable here, and below it what it is called there.
float DrawVariable(const Panel& panel, Area area, float y, const LoopVariable& variable) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = panel.Px(m.line_height), x = area.min.x + panel.Px(kVariableColumn);
    const FontRole font = variable.is_changed ? FontRole::MonoStrong : FontRole::Mono;
    if (variable.is_changed) {
        list.AddRectFilled({area.min.x - panel.Px(kLitPadding), y},
                           {area.max.x + panel.Px(kLitPadding), y + line}, c.now_tint,
                           panel.Px(m.cell_radius));
    }
    DrawText(list, panel.theme, font, {area.min.x, y + line / 2}, c.ink, variable.name);
    DrawText(list, panel.theme, font, {x, y + line / 2}, c.ink,
             Shortened(panel.theme, FontRole::MonoStrong, variable.value, area.max.x - x));
    const float below = y + line * 1.5f;
    const float right = area.max.x -
                        TextWidth(panel.theme, FontRole::Mono, variable.elsewhere_value) -
                        panel.Px(m.gap);
    DrawText(list, panel.theme, FontRole::Label, {area.min.x, below}, c.muted,
             Shortened(panel.theme, FontRole::Label, variable.elsewhere, right - area.min.x));
    DrawText(list, panel.theme, FontRole::Mono, {area.max.x, below}, c.muted,
             variable.elsewhere_value, Anchor::Right);
    panel.Spot("loop.variable." + std::string(variable.name),
               {{area.min.x, y}, {area.max.x, y + 2 * line}});
    return y + 2 * line + panel.Px(m.number_gap);
}

}  // namespace

void DrawLoopPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("loop", panel.theme, area, c.panel, true);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    const UiState& ui = panel.state.ui;
    const Recording& recording = panel.recording();
    float y = top + panel.Px(m.gap);
    const int lit = LoopLineAt(recording, ui.playhead, ui.shows_text);
    for (int i = 0; i < static_cast<int>(LoopLines().size()); ++i)
        y = DrawLine(panel, inside, y, i, i == lit);

    y += panel.Px(m.gap);
    const std::string there =
        "There: " + std::string(LoopLines()[static_cast<size_t>(lit)].elsewhere);
    const float line = panel.Px(m.line_height);
    if (const std::string remark = LoopRemark(recording, ui.playhead); !remark.empty()) {
        y = DrawParagraph(list, panel.theme, FontRole::Label, {inside.min.x, y + line / 2},
                          c.waiting.text, remark, inside.width()) -
            line / 2;
    }
    y = DrawParagraph(list, panel.theme, FontRole::Label, {inside.min.x, y + line / 2}, c.muted,
                      there, inside.width()) -
        line / 2;
    y += panel.Px(m.gap);
    DrawHorizontal(list, panel.theme, inside.min.x, inside.max.x, y, c.line);
    y += panel.Px(m.gap);
    for (const LoopVariable& variable : LoopVariablesAt(recording, ui.playhead)) {
        y = DrawVariable(panel, inside, y, variable);
    }
    y = DrawParagraph(list, panel.theme, FontRole::Label, {inside.min.x, y + line}, c.muted,
                      "Muted: the names in the generation loop of Hugging Face Transformers. Its "
                      "cache is laid out "
                      "as [batch, KV heads, positions, head_dim], one a layer.",
                      inside.width());
    ImGui::SetCursorScreenPos({area.min.x, y});
    ImGui::Dummy({1, 1});
    DrawVertical(list, panel.theme, area.min.x, area.min.y, area.max.y, c.line);
    EndPanel();
}

}  // namespace decodescope
