#include "app/views/mistakes/mistakes_comparison.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/token_chip.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLabel = 92, kChipPitch = 38, kChipGap = 10, kCellWidth = 68, kCellPitch = 46,
                kHead = 22;
constexpr float kSection = 26, kCross = 9, kRing = 3;

// The title of a part; the column then is at the part's upper edge.
void DrawTitle(const Panel& panel, Column& column, const std::string& title) {
    panel.pen().Strong().Write({column.left, column.y + panel.Px(kHead) / 2}, title);
    column.y += panel.Px(kSection);
}

// A cross in a circle at a corner: this is not as it should be.
void DrawCross(const Panel& panel, ImVec2 center) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(c.canvas).Disc(center, kCross);
    pen.Disc(center, kCross - 1.5f);
    DrawIcon(pen.list, Icon::Close, center, panel.Px(11), c.on_ink, panel.Px(1.5f));
}

// --- The cache

ChipStyle StyleOf(const MistakeChip& chip) {
    return {.state = chip.is_padding ? TokenState::Uncached : TokenState::Cached,
            .origin = chip.is_prompt ? TokenOrigin::Prompt : TokenOrigin::Generated};
}

// Chips in columns of one width, so that chips of the same place are below each other, on as many
// lines as they need, after a label. The first `skipped` columns stay empty.
void DrawChips(const Panel& panel, Column& column, std::string_view label,
               const std::vector<MistakeChip>& chips, float width, size_t skipped) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const float gap = panel.Px(kChipGap), pitch = width + gap, height = panel.Px(m.chip_height);
    const float left = column.left + panel.Px(kLabel);
    pen.Muted().Write({column.left, column.y + height / 2}, label);
    const int per_line = std::max(1, static_cast<int>((column.right - left + gap) / pitch));
    for (size_t i = 0; i < chips.size(); ++i) {
        const auto at = static_cast<int>(i + skipped);
        const Area area = AreaAt(
            left + static_cast<float>(at % per_line) * pitch,
            column.y + static_cast<float>(at / per_line) * panel.Px(kChipPitch), width, height);
        DrawTokenChip(pen, area, StyleOf(chips[i]), chips[i].token, chips[i].index);
        if (!chips[i].is_wrong) continue;
        const Area ring = area.Grown(panel.Px(kRing));
        pen.list.AddRect(ring.min, ring.max, panel.theme.colors().ink,
                         panel.Px(m.chip_radius + kRing), 0, panel.theme.Whole(2));
        DrawCross(panel, {ring.max.x - panel.Px(2), ring.min.y + panel.Px(2)});
    }
    const int lines = (static_cast<int>(chips.size() + skipped) + per_line - 1) / per_line;
    column.y += static_cast<float>(lines) * panel.Px(kChipPitch);
}

void DrawCache(const Panel& panel, const MistakesViewData& data, Column& column) {
    DrawTitle(panel, column,
              "cache after the pass: " + std::to_string(data.cache.size()) + " rows, should be " +
                  std::to_string(data.should_be.size()));
    float width = 0;
    for (const auto* chips : {&data.cache, &data.should_be}) {
        for (const MistakeChip& chip : *chips) {
            width = std::max(width, ChipWidth(panel.theme, chip.token, chip.index));
        }
    }
    const auto padding =
        static_cast<size_t>(std::ranges::count_if(data.cache, &MistakeChip::is_padding));
    const float top = column.y;
    DrawChips(panel, column, "this run", data.cache, width, 0);
    DrawChips(panel, column, "should be", data.should_be, width, padding);
    panel.Spot("mistakes.cache", {{column.left, top}, {column.right, column.y}});
}

// --- Tables

void DrawCell(const Panel& panel, Area area, const std::optional<double>& number, bool differs,
              bool is_share) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    if (!number) {
        pen.list.AddRect(area.min, area.max, c.line, panel.Px(panel.theme.metrics.cell_radius));
        pen.In(FontRole::Mono).Muted().WriteMiddle(area.center(), "none");
        return;
    }
    const ImU32 fill =
        is_share ? MagnitudeColor(c, static_cast<float>(*number), true) : c.neutral_cell;
    DrawNumberCell(pen, area, fill, FormatNumber(*number, panel.state.preferences.numbers),
                   differs ? CellStyle::Ringed : CellStyle::Plain);
}

// The first cell that is shown and the one after the last: as many as there is room for.
std::pair<size_t, size_t> ShownCells(const Panel& panel, const MistakeTable& table, float room,
                                     float pitch) {
    const auto fit = static_cast<size_t>(
        std::max(1.0f, (room + panel.Px(panel.theme.metrics.number_gap)) / pitch));
    const size_t count = std::min(fit, table.cells.size());
    const size_t first = table.keeps_last ? table.cells.size() - count : 0;
    return {first, first + count};
}

void DrawTable(const Panel& panel, const MistakeTable& table, Column& column, bool is_share) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const NumberFormat& format = panel.state.preferences.numbers;
    const float gap = panel.Px(m.number_gap) + panel.Px(2), height = panel.Px(m.number_height);
    const float number = pen.In(FontRole::Mono).Width(FormatNumber(-10.0, format));
    const float width = std::max(panel.Px(kCellWidth), number + panel.Px(14));
    const float pitch = width + gap, left = column.left + panel.Px(kLabel);
    const auto [first, end] = ShownCells(panel, table, column.right - left, pitch);
    const int hidden = table.left_out + static_cast<int>(table.cells.size() - (end - first));
    DrawTitle(panel, column,
              table.title + (hidden > 0 ? " (" + FormatCount(hidden) + " more not shown)" : ""));
    const float heads = column.y + panel.Px(kHead) / 2;
    const float broken = column.y + panel.Px(kHead), correct = broken + panel.Px(kCellPitch);
    pen.Muted().Write({column.left, broken + height / 2}, "this run");
    pen.Muted().Write({column.left, correct + height / 2}, "should be");
    for (size_t i = first; i < end; ++i) {
        const MistakeCell& cell = table.cells[i];
        const float x = left + static_cast<float>(i - first) * pitch;
        pen.Muted().WriteMiddle({x + width / 2, heads}, pen.Shortened(cell.head, width));
        DrawCell(panel, AreaAt(x, broken, width, height), cell.broken, cell.differs, is_share);
        DrawCell(panel, AreaAt(x, correct, width, height), cell.correct, false, is_share);
        if (cell.differs) DrawCross(panel, {x + width / 2, (broken + height + correct) / 2});
    }
    column.y = correct + height;
}

// --- The selected token

void DrawSelected(const Panel& panel, const MistakeSelected& selected, Column& column) {
    const float height = panel.Px(panel.theme.metrics.chip_height), y = column.y + height / 2;
    const ChipStyle waiting{.state = TokenState::Waiting, .origin = TokenOrigin::Generated};
    const Pen pen = panel.pen();
    const auto draw_chip = [&](float x, const std::string& token) {
        const Area chip = AreaAt(x, column.y, ChipWidth(panel.theme, token, ""), height);
        DrawTokenChip(pen, chip, waiting, token, "");
        return chip;
    };
    pen.Strong().Write({column.left, y}, "selected");
    const Area chip = draw_chip(column.left + panel.Px(kLabel), selected.broken);
    panel.Spot("mistakes.selected", chip);
    float x = chip.max.x + panel.Px(16);
    if (selected.differs) {
        DrawCross(panel, {x, y});
        x += panel.Px(18);
    }
    draw_chip(pen.Muted().Write({x, y}, "should be") + panel.Px(12), selected.correct);
    column.y += height;
}

}  // namespace

void DrawMistakesComparison(const Panel& panel, const MistakesViewData& data, Column& column) {
    const float gap = panel.Px(panel.theme.metrics.label_gap);
    DrawCache(panel, data, column);
    column.y += gap / 2;
    DrawTable(panel, data.weights, column, true);
    column.y += gap;
    for (const MistakeTable* table : {&data.hidden, &data.logits}) {
        DrawTable(panel, *table, column, false);
        column.y += gap;
    }
    DrawSelected(panel, data.selected, column);
}

}  // namespace decodescope
