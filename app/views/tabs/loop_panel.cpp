#include "app/views/tabs/loop_panel.h"

#include <algorithm>
#include <string>

#include "app/widgets/controls.h"
#include "app/widgets/form.h"
#include "core/explain/generation_loop.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLine = 20;  // of code: all lines fit into the tab in a window of 1600x900
constexpr float kIndent = 18, kVariableColumn = 132, kLitPadding = 6;
constexpr float kWide = 640;  // from here on the other names are beside the lines

// What makes a line stand out, a little wider than its words.
void Light(const Panel& panel, Area line) {
    const float padding = panel.Px(kLitPadding);
    panel.pen()
        .In(panel.theme.colors().now_tint)
        .Fill({{line.min.x - padding, line.min.y}, {line.max.x + padding, line.max.y}},
              panel.theme.metrics.cell_radius);
}

// A line of the code. Returns where the next one begins.
float DrawLine(const Panel& panel, Area area, float y, int index, bool is_lit) {
    const LoopLine& line = LoopLines()[static_cast<size_t>(index)];
    const Area row{{area.min.x, y}, {area.max.x, y + panel.Px(kLine)}};
    const Pen pen = panel.pen().In(FontRole::Mono);
    if (is_lit) {
        Light(panel, row);
        pen.In(panel.theme.colors().now_fill)
            .Fill({{row.min.x - panel.Px(kLitPadding), row.min.y},
                   {row.min.x - panel.Px(kLitPadding / 2), row.max.y}});
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
    pen.Strong(is_lit).Write({x, center}, pen.Strong().Shortened(line.code, right - x));
    if (is_wide) {
        pen.Muted().WriteShortened({right, center}, line.elsewhere, area.max.x - right);
    }
    panel.Spot((is_lit ? "loop.lit." : "loop.line.") + std::to_string(index), row);
    Tip(panel.theme, row, "In " + std::string(kLoopElsewhere) + ": " + std::string(line.elsewhere));
    return row.max.y;
}

// A variable, and below it its name in Transformers.
float DrawVariable(const Panel& panel, Area area, float y, const LoopVariable& variable) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen(), mono = pen.In(FontRole::Mono), muted = mono.Muted();
    const float line = panel.Px(m.line_height), x = area.min.x + panel.Px(kVariableColumn);
    if (variable.is_changed) Light(panel, {{area.min.x, y}, {area.max.x, y + line}});
    const Pen now = mono.Strong(variable.is_changed);
    const float value_x =
        std::max(x, area.min.x + mono.Strong().Width(variable.name) + panel.Px(m.gap));
    now.Write({area.min.x, y + line / 2}, variable.name);
    now.WriteIn({{value_x, y}, {area.max.x, y + line}}, variable.value);
    const float below = y + line * 1.5f;
    const std::string value = muted.Shortened(variable.elsewhere_value, area.width() * 0.6f);
    const float right = area.max.x - muted.Width(value) - panel.Px(m.gap);
    pen.Muted().WriteIn({{area.min.x, below - line / 2}, {right, below + line / 2}},
                        variable.elsewhere);
    muted.WriteRight({area.max.x, below}, value);
    panel.Spot("loop.variable." + std::string(variable.name),
               {{area.min.x, y}, {area.max.x, y + 2 * line}});
    return y + 2 * line + panel.Px(m.number_gap);
}

}  // namespace

void DrawLoopPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("loop", panel.theme, area, c.panel, true);
    const Pen pen = panel.pen();
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    const UiState& ui = panel.state.ui;
    const Recording& recording = panel.recording();
    const int lit = LoopLineAt(recording, ui.playhead, ui.shows_text);
    float y = top + panel.Px(m.gap);
    for (int i = 0; i < static_cast<int>(LoopLines().size()); ++i)
        y = DrawLine(panel, inside, y, i, i == lit);

    const float line = panel.Px(m.line_height);
    Column column{inside.min.x, inside.max.x, y + panel.Px(m.gap) + line / 2};
    if (const std::string remark = LoopRemark(recording, ui.playhead); !remark.empty()) {
        WriteParagraph(pen.In(c.waiting.text), column, remark);
    }
    WriteParagraph(
        pen.Muted(), column,
        "In Transformers: " + std::string(LoopLines()[static_cast<size_t>(lit)].elsewhere));
    column.y += panel.Px(m.gap) - line / 2;
    pen.In(c.line).Horizontal(column.left, column.right, column.y);
    column.y += panel.Px(m.gap);
    for (const LoopVariable& variable : LoopVariablesAt(recording, ui.playhead)) {
        column.y = DrawVariable(panel, inside, column.y, variable);
    }
    column.y += line;
    WriteParagraph(pen.Muted(), column,
                   "In grey: the names in the generation loop of " + std::string(kLoopElsewhere) +
                       " (2026). Its cache is laid out as [batch, KV heads, positions, head_dim], "
                       "one per layer.");
    EndColumn(column);
    pen.In(c.line).Vertical(area.min.x, area.min.y, area.max.y);
    EndPanel();
}

}  // namespace decodescope
