#include "app/views/tabs/candidates_panel.h"

#include <algorithm>

#include "app/apply/branch_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/look/token_label.h"
#include "app/views/tabs/candidates_head.h"
#include "app/widgets/controls.h"
#include "core/explain/narrate.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

constexpr float kTickRadius = 8, kTintEdge = 3;  // at scale 1

// A number of a candidate that can be pointed at and pinned.
void DrawLinkedNumber(const Panel& panel, const Cell& cell, double number, float right, float y,
                      bool is_strong) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen(), mono = pen.In(FontRole::Mono);
    const std::string text = FormatNumber(number, panel.state.preferences.numbers);
    const float width = mono.Strong().Width(text) + panel.Px(m.gap);
    const float height = panel.Px(m.line_height);
    const Area area{{right - width + panel.Px(m.gap) / 2, y - height / 2},
                    {right + panel.Px(m.gap) / 2, y + height / 2}};
    const std::string name = "candidates." + NameOf(cell);
    const Touch touch = TouchArea(name.c_str(), area);
    if (touch.hovered) panel.hovered = cell;
    if (touch.clicked) panel.Emit(Pin{cell});

    const bool is_inspected = panel.derived.highlights.IsInspected(cell);
    const bool is_source = panel.derived.highlights.IsSource(cell);
    if (is_inspected) pen.Fill(area, m.cell_radius);
    if (is_source) pen.Ring(area, m.cell_radius, m.ring);
    const Pen digits = mono.Strong(is_strong || is_inspected || is_source);
    (is_inspected ? digits.In(panel.theme.colors().on_ink) : digits).WriteRight({right, y}, text);
}

struct RowContext {
    CandidateColumns columns;
    ReachedCandidates reached;
    double largest = 1;  // of the probability that the bars show
    bool bars_before_rule = true;
    std::optional<TokenId> selected;
    int position = 0;
};

// The selected row: tinted, with a tick in the margin.
void DrawSelected(const Panel& panel, Area row) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(c.waiting.tint)
        .Fill({{row.min.x - panel.Px(m.margin - kTintEdge), row.min.y},
               {row.max.x + panel.Px(m.gap), row.max.y}});
    const ImVec2 center{row.min.x - panel.Px(m.margin) / 2, row.center().y};
    pen.In(c.waiting.stroke).Disc(center, kTickRadius);
    pen.In(c.on_ink).Draw(Icon::Tick, center, 13);
}

// What a limit of the rule keeps, on the line below the last kept candidate.
void DrawLimit(const Panel& panel, Area row, const std::string& whole) {
    const Pen pen = panel.pen();
    const std::string words = pen.Shortened(whole, row.width());
    Tip(panel.theme, row, whole);
    const float y = row.center().y, gap = panel.Px(panel.theme.metrics.gap);
    pen.Horizontal(row.min.x, row.max.x - pen.Width(words) - gap, y);
    pen.WriteRight({row.max.x, y}, words);
    panel.Spot("candidates.limit", row);
}

// A click on a row, beside its numbers, selects that token by hand.
void EmitTaking(const Panel& panel, Area row, const Candidate& candidate,
                const RowContext& context) {
    if (!context.reached.selection) return;
    const std::string id = "candidates.take." + std::to_string(candidate.id);
    const bool is_selected = context.selected == candidate.id;
    const Touch touch = TouchArea(id.c_str(), row);
    if (touch.hovered && !is_selected) {
        panel.pen().In(panel.theme.colors().neutral_cell).Fill(row);
    }
    if (touch.clicked && !is_selected) {
        panel.Emit(TakeCandidate{panel.state.ui.playhead.pass, candidate.id});
    }
    panel.Spot(id, row);
    const std::string why = candidate.dropped == Dropped::No
                                ? ""
                                : "Dropped by the rule: " + Describe(candidate.dropped) + ". ";
    Tip(panel.theme, row,
        is_selected ? "The selected token" : why + "Click to select it by hand instead");
}

// `rank`: 1 for the likeliest candidate.
void DrawRow(const Panel& panel, Area row, const Candidate& candidate, int rank,
             const RowContext& context) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const TokenId id = candidate.id;
    const bool is_selected = context.reached.selection && context.selected == id;
    const float numbers_left = context.columns.token_end;
    EmitTaking(panel, {row.min, {std::max(row.min.x, numbers_left), row.max.y}}, candidate,
               context);
    if (is_selected) DrawSelected(panel, row);
    const float y = row.min.y + (row.height() - panel.Px(m.bar_height)) / 2;
    const CandidateColumns& x = context.columns;
    if (x.has_id) {
        pen.In(FontRole::Mono).Muted().WriteRight({x.id, y}, std::to_string(id));
    }
    const float token_room = x.token_end - x.token;
    const std::string token = TokenLabel(
        TokenText(panel.recording(), id), id,
        [&](const std::string& words) { return pen.Strong().Width(words) <= token_room; });
    pen.Strong(is_selected).Write({x.token, y}, token);
    const auto cell = [&](TensorId tensor) { return Cell{tensor, 0, 0, context.position, id}; };
    if (x.has_logit && x.has_rank) {
        pen.In(FontRole::Mono).Muted().WriteRight({x.logit, y}, FormatCount(rank));
    } else if (x.has_logit) {
        DrawLinkedNumber(panel, cell(TensorId::Logits), candidate.logit, x.logit, y, false);
    }
    if (context.reached.probabilities) {
        if (x.has_probability) {
            DrawLinkedNumber(panel, cell(TensorId::Probabilities), candidate.probability,
                             x.probability, y, false);
        }
        const double p =
            context.bars_before_rule ? candidate.probability : candidate.probability_after_rule;
        const float share = context.largest > 0 ? static_cast<float>(p / context.largest) : 0;
        const float width = row.width() * std::clamp(share, 0.0f, 1.0f);
        if (width >= panel.theme.Whole(m.hairline)) {
            pen.In(is_selected ? c.waiting.stroke : c.arrow)
                .Fill({{row.min.x, row.max.y - panel.Px(m.bar_height)},
                       {row.min.x + width, row.max.y}});
        }
    }
    if (context.reached.selection) {
        DrawLinkedNumber(panel, cell(TensorId::ProbabilitiesAfterRule),
                         candidate.probability_after_rule, x.after_rule, y, is_selected);
    }
    panel.Spot("candidates." + std::to_string(id), row);
}

RowContext ContextOf(const Panel& panel, Area area, const ReachedCandidates& reached) {
    const Pass& pass = panel.recording().pass(panel.state.ui.playhead.pass);
    RowContext context{
        .columns = ColumnsOf(panel, area), .reached = reached, .selected = std::nullopt};
    context.bars_before_rule =
        !reached.selection || panel.recording().recipe().rule.kind == RuleKind::Greedy;
    // The first is the most likely one, whatever the rule: all rules keep the order of the logits.
    const Candidate& most_likely = panel.derived.candidates.front();
    context.largest =
        context.bars_before_rule ? most_likely.probability : most_likely.probability_after_rule;
    if (pass.selection) context.selected = pass.selection->id;
    context.position = pass.last_position();
    return context;
}

void DrawRows(const Panel& panel, Area area, const RowContext& context) {
    const Metrics& m = panel.theme.metrics;
    const std::vector<CandidateRow>& rows = panel.derived.candidate_rows;
    const float pitch = panel.Px(m.row_height);
    const float top = ImGui::GetCursorScreenPos().y;
    const float left = area.min.x, right = area.max.x;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), pitch);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const CandidateRow& row = rows[static_cast<size_t>(i)];
            const float y = top + static_cast<float>(i) * pitch;
            const Area place{{left, y}, {right, y + pitch - panel.Px(1)}};
            if (row.is_limit()) {
                DrawLimit(panel, place, row.limit);
            } else {
                DrawRow(panel, place, panel.derived.candidates[static_cast<size_t>(row.candidate)],
                        row.candidate + 1, context);
            }
        }
    }
    ImGui::SetCursorScreenPos({left, top + static_cast<float>(rows.size()) * pitch});
    ImGui::Dummy({1, 1});
}

}  // namespace

void DrawCandidatesPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const ReachedCandidates reached = ReachedAt(panel);
    const float margin = panel.Px(m.margin);
    const float top = reached.logits ? DrawCandidatesHead(panel, area, reached) : area.min.y;

    const Area body{{area.min.x, top}, area.max};
    BeginPanel("candidates", panel.theme, body, c.panel, true);
    const Pen pen = panel.pen();
    const Area rows{{body.min.x + margin, body.min.y}, {body.max.x - margin, body.max.y}};
    const float words_y = body.min.y + panel.Px(m.margin);
    if (!reached.logits) {
        pen.Muted().WriteParagraph(
            {rows.min.x, words_y},
            "The candidates for the next token appear with this pass's logits.", rows.width());
    } else if (panel.derived.is_listing) {
        pen.Muted().Write({rows.min.x, words_y}, "Sorting the candidates …");
    } else if (panel.derived.candidate_rows.empty()) {
        pen.Muted().WriteParagraph({rows.min.x, words_y}, "No token has this text or ID.",
                                   rows.width());
    } else {
        DrawRows(panel, rows, ContextOf(panel, rows, reached));
    }
    pen.In(c.line).Vertical(body.min.x, body.min.y, body.max.y);
    EndPanel();
}

}  // namespace decodescope
