#include "app/views/cost/cost_counted.h"

#include <algorithm>
#include <array>

#include "app/panel/kv_heads_field.h"
#include "app/panel/verdict.h"
#include "app/views/cost/cost_card.h"
#include "app/views/cost/cost_words.h"
#include "app/views/cost/counted_table.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRow = 26, kBar = 6, kBarLeast = 56, kBarMost = 200, kColumnGap = 18,
                kKvField = 116;

constexpr double kExactTo = 1e12;  // from there on, counts are shown in three digits

std::string CellText(const Panel& panel, const CostRow& row, std::int64_t count) {
    const NumberFormat& format = panel.state.preferences.numbers;
    const bool is_bytes = row.unit == CostUnit::Bytes;
    if (static_cast<double>(count) >= kExactTo) {
        return FormatQuantity(static_cast<double>(count), is_bytes ? "B" : "", format);
    }
    return FormatCount(count) + (is_bytes ? " B" : "");
}

// The right ends of the numbers, and what is left for the bars.
struct TableColumns {
    std::array<float, 3> right;
    float bars_left, bars_right;

    bool has_bars(float least) const { return bars_right - bars_left >= least; }
};

struct Headings {
    std::array<std::string, 3> above, below;
};

Headings HeadingsOf(const Panel& panel, const CostTable& table) {
    const bool is_whole = panel.recording().finish_reason() != FinishReason::None;
    const std::string here = table.passes_here == 0 ? "the start"
                             : table.passes_here == 1
                                 ? "the prefill"
                                 : "pass " + std::to_string(table.passes_here - 1);
    return {.above = {table.passes_here == 0 ? "up to" : "through",
                      is_whole ? "whole run" : "run so far",
                      table.is_recomputed ? "recomputed" : "by formula"},
            .below = {here, "with the cache", "without"}};
}

TableColumns ColumnsOf(const Panel& panel, const Column& column, const CostTable& table,
                       const Headings& headings) {
    const Theme& theme = panel.theme;
    float x = column.left;
    for (const CostRow& row : table.rows) {
        x = std::max(x, column.left + TextWidth(theme, FontRole::LabelStrong, row.name));
    }
    TableColumns columns{};
    for (size_t i = 0; i < columns.right.size(); ++i) {
        float width = std::max(TextWidth(theme, FontRole::LabelStrong, headings.above[i]),
                               TextWidth(theme, FontRole::LabelStrong, headings.below[i]));
        for (const CostRow& row : table.rows) {
            const std::int64_t counts[] = {row.here, row.run, row.recomputed};
            width = std::max(
                width, TextWidth(theme, FontRole::MonoStrong, CellText(panel, row, counts[i])));
        }
        x += width + panel.Px(kColumnGap);
        columns.right[i] = x;
    }
    columns.bars_left = x + panel.Px(kColumnGap);
    columns.bars_right = std::min(column.right, columns.bars_left + panel.Px(kBarMost));
    return columns;
}

void DrawHeadings(const Panel& panel, Column& column, const TableColumns& columns,
                  const Headings& headings) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const ImU32 inks[] = {c.muted, c.cached.text, c.ink};
    const float below = column.y + panel.Px(panel.theme.metrics.line_height);
    for (size_t i = 0; i < columns.right.size(); ++i) {
        pen.In(inks[i]).WriteRight({columns.right[i], column.y}, headings.above[i]);
        pen.Strong().In(inks[i]).WriteRight({columns.right[i], below}, headings.below[i]);
    }
    column.y = below + panel.Px(panel.theme.metrics.gap) * 2;
    pen.In(c.line).Horizontal(column.left, column.right, column.y);
    column.y += panel.Px(kRow) / 2 + panel.Px(4);
}

// With the cache above and without it below, relative to the larger.
void DrawBars(const Panel& panel, const TableColumns& columns, float y, const CostRow& row) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto largest =
        static_cast<float>(std::max<std::int64_t>(1, std::max(row.run, row.recomputed)));
    const float width = columns.bars_right - columns.bars_left, height = panel.Px(kBar);
    const auto draw = [&](std::int64_t count, float top, ImU32 color) {
        const float length = width * static_cast<float>(count) / largest;
        list.AddRectFilled({columns.bars_left, top}, {columns.bars_left + length, top + height},
                           color, height / 3);
    };
    draw(row.run, y - height - panel.Px(1), c.cached_solid);
    draw(row.recomputed, y + panel.Px(1), c.timeline_done);
}

void DrawRow(const Panel& panel, Column& column, const TableColumns& columns, const CostRow& row) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const FontRole words = row.is_sum ? FontRole::LabelStrong : FontRole::Label;
    const FontRole digits = row.is_sum ? FontRole::MonoStrong : FontRole::Mono;
    pen.In(words, row.is_sum ? c.ink : c.muted).Write({column.left, column.y}, row.name);
    const std::int64_t counts[] = {row.here, row.run, row.recomputed};
    const ImU32 inks[] = {c.muted, c.cached.text, c.ink};
    for (size_t i = 0; i < columns.right.size(); ++i) {
        pen.In(digits, inks[i])
            .WriteRight({columns.right[i], column.y}, CellText(panel, row, counts[i]));
    }
    if (columns.has_bars(panel.Px(kBarLeast))) DrawBars(panel, columns, column.y, row);
    panel.Spot("cost.row." + row.name, {{column.left, column.y - panel.Px(kRow) / 2},
                                        {column.right, column.y + panel.Px(kRow) / 2}});
    column.y += panel.Px(kRow);
}

void DrawTable(const Panel& panel, Column& column, const CostTable& table) {
    const Pen pen = panel.pen();
    const Headings headings = HeadingsOf(panel, table);
    const TableColumns columns = ColumnsOf(panel, column, table, headings);
    DrawHeadings(panel, column, columns, headings);
    for (const CostRow& row : table.rows) {
        DrawRow(panel, column, columns, row);
        if (row.name != "multiply-adds") continue;
        const float y = column.y - panel.Px(kRow) / 2 + panel.Px(4);
        pen.In(panel.theme.colors().line).Horizontal(column.left, column.right, y);
        column.y += panel.Px(8);
    }
}

void DrawFormulas(const Panel& panel, Column& column, const CostTable& table) {
    constexpr float kRadius = 9;
    const float radius = panel.Px(kRadius);
    const ImVec2 center{column.left + radius, column.y};
    DrawVerdict(panel.pen(), center, table.formulas_agree, kRadius);
    const float x = center.x + radius + panel.Px(panel.theme.metrics.gap);
    column.y = panel.pen().WriteParagraph({x, column.y},
                                          table.formulas_agree
                                              ? "The closed formulas give the same numbers."
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
                              FormatCount(size.per_position) + " B = " + FormatCount(size.now) +
                              " B";
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
    DrawCardTitle(
        panel, column, "Counted",
        "By the engine, in this run. Bytes are a lower bound on memory traffic: each input counted "
        "once per pass.");
    const CostTable table =
        BuildCostTable(panel.recording(), panel.derived.checks, panel.state.ui.playhead);
    DrawTable(panel, column, table);
    column.y += panel.Px(4);
    DrawFormulas(panel, column, table);
    DrawKvHeads(panel, column);
    panel.pen().In(c.line).Frame(area);
    panel.Spot("cost.counted", area);
    EndCard(column);
}

}  // namespace decodescope
