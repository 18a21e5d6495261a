#include "app/panels/candidates_panel.h"

#include <algorithm>

#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/text.h"
#include "core/narrate.h"
#include "core/playhead.h"

namespace decodescope {
namespace {

// How far the pass has come: numbers that a later stage computes are not shown yet.
struct Reached {
    bool logits = false;
    bool raw = false;
    bool final = false;
};

Reached ReachedAt(const Panel& panel) {
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    if (playhead.pass >= recording.pass_count()) return {};
    return {.logits = playhead.step >= recording.StepOf(Stage::Logits),
            .raw = playhead.step >= recording.StepOf(Stage::Probabilities),
            .final = playhead.step >= recording.StepOf(Stage::Select)};
}

// The right ends of the columns; the token begins behind the ID. Where tokens would have too little
// room, the ID gives way.
struct Columns {
    float id, token, logit, raw, final;
    bool has_id = true;
};

Columns ColumnsOf(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const auto width_of = [&](double number, std::string_view head) {
        const std::string text = FormatNumber(number, panel.state.preferences.numbers);
        return std::max(TextWidth(panel.theme, FontRole::Mono, text),
                        TextWidth(panel.theme, FontRole::Label, head)) +
               panel.Px(m.field_padding);
    };
    Columns columns{};
    columns.final = area.max.x;
    columns.raw = columns.final - width_of(1, "final p");
    columns.logit = columns.raw - width_of(1, "raw p");
    const float logit_left = columns.logit - width_of(-10, "logit");
    columns.id = area.min.x + panel.Px(m.id_width);
    columns.token = columns.id + panel.Px(m.gap);
    columns.has_id = logit_left - columns.token >= panel.Px(m.token_width);
    if (!columns.has_id) columns.token = area.min.x;
    return columns;
}

void DrawHead(const Panel& panel, Area area, const Columns& columns) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = area.center().y;
    const auto right = [&](float x, std::string_view text) {
        DrawText(list, panel.theme, FontRole::Label, {x, y}, c.muted, text, Anchor::Right);
    };
    if (columns.has_id) right(columns.id, "ID");
    DrawText(list, panel.theme, FontRole::Label, {columns.token, y}, c.muted, "token");
    right(columns.logit, "logit");
    right(columns.raw, "raw p");
    right(columns.final, "final p");
    DrawHorizontal(list, panel.theme, area.min.x, area.max.x,
                   area.max.y - panel.theme.Whole(panel.theme.metrics.hairline), c.line);
}

// A number of a candidate that can be pointed at and pinned.
void DrawLinkedNumber(const Panel& panel, const Cell& cell, double number, float right, float y,
                      bool is_strong) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const std::string text = FormatNumber(number, panel.state.preferences.numbers);
    const float width = TextWidth(panel.theme, FontRole::MonoStrong, text) + panel.Px(m.gap);
    const float height = panel.Px(m.line_height);
    const Area area{{right - width + panel.Px(m.gap) / 2, y - height / 2},
                    {right + panel.Px(m.gap) / 2, y + height / 2}};
    const std::string name = "candidates." + NameOf(cell);
    const Touch touch = TouchArea(name.c_str(), area);
    if (touch.hovered) panel.hovered = cell;
    if (touch.clicked) panel.Wish(Pin{cell});

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_inspected = panel.findings.linked.IsInspected(cell);
    const bool is_source = panel.findings.linked.IsSource(cell);
    const float radius = panel.Px(m.cell_radius);
    if (is_inspected) list.AddRectFilled(area.min, area.max, c.ink, radius);
    if (is_source) list.AddRect(area.min, area.max, c.ink, radius, 0, panel.Px(m.ring));
    const FontRole font =
        is_strong || is_inspected || is_source ? FontRole::MonoStrong : FontRole::Mono;
    DrawText(list, panel.theme, font, {right, y}, is_inspected ? c.on_ink : c.ink, text, Anchor::Right);
}

struct RowContext {
    Columns columns;
    Reached reached;
    double largest = 1;      // of the probability that the bars show
    bool bars_are_raw = true;
    std::optional<TokenId> selected;
    int position = 0;
};

void DrawRow(const Panel& panel, Area row, const Candidate& candidate, const RowContext& context) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_selected = context.reached.final && context.selected == candidate.id;
    if (is_selected) {
        const float pad = panel.Px(m.gap) + panel.Px(4);
        list.AddRectFilled({row.min.x - pad, row.min.y}, {row.max.x + pad, row.max.y}, c.waiting.tint);
    }
    const float y = row.min.y + (row.height() - panel.Px(m.bar_height)) / 2;
    const Columns& x = context.columns;
    if (x.has_id) {
        DrawText(list, panel.theme, FontRole::Mono, {x.id, y}, c.muted, std::to_string(candidate.id),
                 Anchor::Right);
    }
    DrawText(list, panel.theme, is_selected ? FontRole::LabelStrong : FontRole::Label, {x.token, y}, c.ink,
             Shortened(panel.theme, FontRole::LabelStrong, TokenText(panel.recording(), candidate.id),
                       x.logit - panel.Px(m.cell_width) - panel.Px(m.gap) - x.token));
    const auto cell = [&](Value value) { return Cell{value, 0, 0, context.position, candidate.id}; };
    DrawLinkedNumber(panel, cell(Value::Logits), candidate.logit, x.logit, y, false);
    if (context.reached.raw) {
        DrawLinkedNumber(panel, cell(Value::Probabilities), candidate.raw, x.raw, y, false);
        const double p = context.bars_are_raw ? candidate.raw : candidate.final;
        const float share = context.largest > 0 ? static_cast<float>(p / context.largest) : 0;
        const float width = row.width() * std::clamp(share, 0.0f, 1.0f);
        if (width >= panel.theme.Whole(m.hairline)) {
            list.AddRectFilled({row.min.x, row.max.y - panel.Px(m.bar_height)},
                               {row.min.x + width, row.max.y}, is_selected ? c.waiting.stroke : c.arrow);
        }
    }
    if (context.reached.final) {
        DrawLinkedNumber(panel, cell(Value::FinalProbabilities), candidate.final, x.final, y, is_selected);
    }
    panel.Spot("candidates." + std::to_string(candidate.id), row);
}

RowContext ContextOf(const Panel& panel, Area area, const Reached& reached) {
    const Pass& pass = panel.recording().pass(panel.state.ui.playhead.pass);
    RowContext context{.columns = ColumnsOf(panel, area), .reached = reached, .selected = std::nullopt};
    context.bars_are_raw = !reached.final || panel.recording().recipe().rule.kind == RuleKind::Greedy;
    context.largest = 0;
    for (const Candidate& candidate : panel.findings.candidates) {
        context.largest = std::max(context.largest, context.bars_are_raw ? candidate.raw : candidate.final);
    }
    if (pass.selection) context.selected = pass.selection->id;
    context.position = pass.last_position();
    return context;
}

void DrawRows(const Panel& panel, Area area, const RowContext& context) {
    const Metrics& m = panel.theme.metrics;
    const float pitch = panel.Px(m.row_height);
    const float top = ImGui::GetCursorScreenPos().y;
    const float left = area.min.x, right = area.max.x;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(panel.findings.candidates.size()), pitch);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const float y = top + static_cast<float>(i) * pitch;
            DrawRow(panel, {{left, y}, {right, y + pitch - panel.Px(1)}},
                    panel.findings.candidates[static_cast<size_t>(i)], context);
        }
    }
    ImGui::SetCursorScreenPos(
        {left, top + static_cast<float>(panel.findings.candidates.size()) * pitch});
    ImGui::Dummy({1, 1});
}

}  // namespace

void DrawCandidatesPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Reached reached = ReachedAt(panel);
    const float margin = panel.Px(m.margin), head_height = panel.Px(m.table_head);
    const Area head{area.min, {area.max.x, area.min.y + head_height}};
    const Area inside{{area.min.x + margin, head.min.y}, {area.max.x - margin, head.max.y}};

    BeginPanel("candidates head", panel.theme, head, c.panel);
    if (reached.logits) DrawHead(panel, inside, ColumnsOf(panel, inside));
    DrawVertical(*ImGui::GetWindowDrawList(), panel.theme, head.min.x, head.min.y, head.max.y, c.line);
    EndPanel();

    const Area body{{area.min.x, head.max.y}, area.max};
    BeginPanel("candidates", panel.theme, body, c.panel, true);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (reached.logits) {
        const Area rows{{inside.min.x, body.min.y}, {inside.max.x, body.max.y}};
        DrawRows(panel, rows, ContextOf(panel, rows, reached));
    } else {
        DrawParagraph(list, panel.theme, FontRole::Label,
                      {inside.min.x, body.min.y + panel.Px(m.gap)}, c.muted,
                      "The candidates for the next token come with this pass's logits.", inside.width());
    }
    DrawVertical(list, panel.theme, body.min.x, body.min.y, body.max.y, c.line);
    EndPanel();
}

}  // namespace decodescope
