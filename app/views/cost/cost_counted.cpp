#include "app/views/cost/cost_counted.h"

#include <algorithm>
#include <array>

#include "app/panel/kv_heads_field.h"
#include "app/panel/verdict.h"
#include "app/views/cost/cost_card.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/base/number.h"
#include "core/cost/counted_table.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRow = 26, kBar = 6, kBarLeast = 56, kBarMost = 200, kColumnGap = 18,
                kKvField = 116;

// The columns, and how each is written.
enum { kHere, kRun, kRecomputed, kColumns };

std::array<ImU32, kColumns> InksOf(const Palette& c) { return {c.muted, c.cached.text, c.ink}; }

std::string CellText(const Panel& panel, const CostRow& row, size_t column) {
    return FormatWhole(row.numbers[column], row.unit == CostUnit::Bytes ? "B" : "", panel.point());
}

CostTable TableOf(const Panel& panel, const CountedRun& run) {
    const Recording& recording = panel.recording();
    const int passes = PassesThrough(recording, panel.state.ui.playhead);
    const std::string through = passes == 0   ? "the start"
                                : passes == 1 ? "the prefill"
                                              : "pass " + std::to_string(passes - 1);
    const bool is_whole = recording.finish_reason() != FinishReason::None;
    return BuildCostTable(
        recording.config(),
        {{passes == 0 ? "up to" : "through", through, CountPasses(recording, passes)},
         {is_whole ? "whole run" : "run so far", "with the cache", run.with_cache},
         {run.is_recomputed ? "recomputed" : "by formula", "without", run.without_cache}});
}

// The right ends of the numbers, and what is left for the bars.
struct TableColumns {
    std::array<float, kColumns> right;
    float bars_left, bars_right;

    bool has_bars(float least) const { return bars_right - bars_left >= least; }
};

TableColumns ColumnsOf(const Panel& panel, const Column& column, const CostTable& table) {
    const Theme& theme = panel.theme;
    float x = column.left;
    for (const CostRow& row : table.rows) {
        x = std::max(x, column.left + TextWidth(theme, FontRole::LabelStrong, row.label));
    }
    TableColumns columns{};
    for (size_t i = 0; i < columns.right.size(); ++i) {
        float width = std::max(TextWidth(theme, FontRole::LabelStrong, table.columns[i].label),
                               TextWidth(theme, FontRole::LabelStrong, table.columns[i].detail));
        for (const CostRow& row : table.rows) {
            width =
                std::max(width, TextWidth(theme, FontRole::MonoStrong, CellText(panel, row, i)));
        }
        x += width + panel.Px(kColumnGap);
        columns.right[i] = x;
    }
    columns.bars_left = x + panel.Px(kColumnGap);
    columns.bars_right = std::min(column.right, columns.bars_left + panel.Px(kBarMost));
    return columns;
}

void DrawHeadings(const Panel& panel, Column& column, const TableColumns& columns,
                  const CostTable& table) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const auto inks = InksOf(c);
    const float below = column.y + panel.Px(panel.theme.metrics.line_height);
    for (size_t i = 0; i < columns.right.size(); ++i) {
        pen.In(inks[i]).WriteRight({columns.right[i], column.y}, table.columns[i].label);
        pen.Strong().In(inks[i]).WriteRight({columns.right[i], below}, table.columns[i].detail);
    }
    column.y = below + panel.Px(panel.theme.metrics.gap) * 2;
    pen.In(c.line).Horizontal(column.left, column.right, column.y);
    column.y += panel.Px(kRow) / 2 + panel.Px(4);
}

// With the cache above and without it below, relative to the larger.
void DrawBars(const Panel& panel, const TableColumns& columns, float y, const CostRow& row) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t run = row.numbers[kRun], recomputed = row.numbers[kRecomputed];
    const auto largest = static_cast<float>(std::max({std::int64_t{1}, run, recomputed}));
    const float width = columns.bars_right - columns.bars_left, height = panel.Px(kBar);
    const auto draw = [&](std::int64_t count, float top, ImU32 color) {
        const float length = width * static_cast<float>(count) / largest;
        list.AddRectFilled({columns.bars_left, top}, {columns.bars_left + length, top + height},
                           color, height / 3);
    };
    draw(run, y - height - panel.Px(1), c.cached_solid);
    draw(recomputed, y + panel.Px(1), c.timeline_done);
}

void DrawRow(const Panel& panel, Column& column, const TableColumns& columns, const CostRow& row) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const FontRole words = row.is_sum ? FontRole::LabelStrong : FontRole::Label;
    const FontRole digits = row.is_sum ? FontRole::MonoStrong : FontRole::Mono;
    pen.In(words, row.is_sum ? c.ink : c.muted).Write({column.left, column.y}, row.label);
    const auto inks = InksOf(c);
    for (size_t i = 0; i < columns.right.size(); ++i) {
        pen.In(digits, inks[i]).WriteRight({columns.right[i], column.y}, CellText(panel, row, i));
    }
    if (columns.has_bars(panel.Px(kBarLeast))) DrawBars(panel, columns, column.y, row);
    panel.Spot("cost.row." + std::string(row.label),
               {{column.left, column.y - panel.Px(kRow) / 2},
                {column.right, column.y + panel.Px(kRow) / 2}});
    column.y += panel.Px(kRow);
}

void DrawTable(const Panel& panel, Column& column, const CostTable& table) {
    const Pen pen = panel.pen();
    const TableColumns columns = ColumnsOf(panel, column, table);
    DrawHeadings(panel, column, columns, table);
    for (const CostRow& row : table.rows) {
        DrawRow(panel, column, columns, row);
        if (!row.is_sum || row.unit != CostUnit::MultiplyAdds) continue;
        const float y = column.y - panel.Px(kRow) / 2 + panel.Px(4);
        pen.In(panel.theme.colors().line).Horizontal(column.left, column.right, y);
        column.y += panel.Px(8);
    }
}

void DrawFormulas(const Panel& panel, Column& column, bool formulas_agree) {
    constexpr float kRadius = 9;
    const float radius = panel.Px(kRadius);
    const ImVec2 center{column.left + radius, column.y};
    DrawVerdict(panel.pen(), center, formulas_agree, kRadius);
    const float x = center.x + radius + panel.Px(panel.theme.metrics.gap);
    column.y =
        panel.pen().WriteParagraph({x, column.y},
                                   formulas_agree ? "The closed formulas give the same numbers."
                                                  : "The closed formulas give different numbers.",
                                   column.right - x, 2);
    panel.Spot("cost.formulas", {{center.x - radius, center.y - radius}, {x, center.y + radius}});
}

// How large the cache is, compared to one with a KV head for every query head.
void DrawCacheSize(const Panel& panel, Column& column) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const CacheSize size = CacheSizeAt(panel.recording(), panel.state.ui.playhead);
    const int length = CacheLengthAt(panel.recording(), panel.state.ui.playhead);
    const std::string words = "Cache now: " + CountText(length, "position") + " · " +
                              FormatWhole(size.per_position, "B", panel.point()) + " = " +
                              FormatWhole(size.now, "B", panel.point());
    DrawSentence(panel, column, words);
    if (panel.recording().config().query_heads == 1) return;
    const float width = std::min(column.width(), panel.Px(360)), height = panel.Px(14);
    const float share =
        static_cast<float>(size.per_position) / static_cast<float>(size.per_position_mha);
    const Area whole = AreaAt(column.left, column.y - height / 2, width, height);
    pen.In(c.cached.tint).Fill(whole, 3);
    list.AddRectFilled(whole.min, {whole.min.x + width * share, whole.max.y}, c.cached_solid,
                       panel.Px(3));
    list.AddRect(whole.min, whole.max, c.cached.stroke, panel.Px(3));
    panel.Spot("cost.cache_share", {whole.min, {whole.min.x + width * share, whole.max.y}});
    const float x = whole.max.x + panel.Px(12);
    const std::string of_mha =
        "1/" + std::to_string(panel.recording().config().queries_per_kv_head()) + " of MHA";
    if (share < 1) pen.Muted().Write({x, column.y}, of_mha);
    column.y += panel.Px(panel.theme.metrics.line_height);
}

void DrawKvHeads(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const int query_heads = panel.state.document.recipe.model->config.query_heads;
    column.y += panel.Px(m.section_gap);
    const float x = pen.Strong().Write({column.left, column.y}, "KV heads") + panel.Px(12);
    if (query_heads == 1) {
        pen.Muted().Write({x, column.y}, "1, for the one query head");
    } else {
        const float height = panel.Px(m.number_height);
        const Area field = AreaAt(x, column.y - height / 2, panel.Px(kKvField), height);
        DrawKvHeadsField(panel, field, "cost.kv_heads");
        pen.Muted().Write(
            {field.max.x + panel.Px(12), column.y},
            "for " + std::to_string(query_heads) + " query heads; an edit of the model");
    }
    column.y += panel.Px(m.row_height + 4);
    DrawCacheSize(panel, column);
}

}  // namespace

void DrawCostCounted(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    Column column = BeginCard(panel, "cost.counted", area, c.panel);
    DrawCardTitle(panel, column, "Counted",
                  "By the engine. Bytes are a lower bound: each input once a pass.");
    const CountedRun run = CountRun(panel.recording(), panel.derived.checks);
    DrawTable(panel, column, TableOf(panel, run));
    column.y += panel.Px(4);
    DrawFormulas(panel, column, run.formulas_agree);
    DrawKvHeads(panel, column);
    panel.pen().In(c.line).Frame(area);
    panel.Spot("cost.counted", area);
    EndCard(column);
}

}  // namespace decodescope
