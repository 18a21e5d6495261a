#include "app/views/mistakes/mistakes_comparison.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/token_chip.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLabel = 84, kChipPitch = 38, kChipGap = 10, kCellWidth = 68, kCellPitch = 42,
                kHead = 22;
constexpr float kSection = 24, kCross = 8, kRing = 3, kBand = 42, kBetween = 28, kMostChip = 150;

// The title of a part; the column then is at the part's upper edge.
void DrawTitle(const Panel& panel, Column& column, const std::string& title) {
    panel.pen().Strong().WriteIn(column.Block(panel.Px(kHead)), title);
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

// Padding is counted apart, as the invariant on the length of the cache does.
std::string CacheTitle(size_t rows, size_t padding, size_t should_be) {
    std::string title =
        "cache after the pass: " + CountText(static_cast<int>(rows - padding), "row");
    if (padding > 0) title += " and " + std::to_string(padding) + " of padding";
    return title + ", should be " + std::to_string(should_be);
}

void DrawCache(const Panel& panel, const MistakesViewData& data, Column& column) {
    const auto padding =
        static_cast<size_t>(std::ranges::count_if(data.cache, &MistakeChip::is_padding));
    DrawTitle(panel, column, CacheTitle(data.cache.size(), padding, data.should_be.size()));
    float width = 0;
    for (const auto* chips : {&data.cache, &data.should_be}) {
        for (const MistakeChip& chip : *chips) {
            width = std::max(width, ChipWidth(panel.theme, chip.token, chip.index));
        }
    }
    width = std::min(width, panel.Px(kMostChip));
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

struct CellSize {
    float width, pitch;
};

CellSize SizeOf(const Panel& panel, const MistakeTable& table) {
    const Metrics& m = panel.theme.metrics;
    const NumberFormat& format = panel.state.preferences.numbers;
    const Pen digits = panel.pen().In(FontRole::Mono);
    float number = 0;
    for (const MistakeCell& cell : table.cells) {
        for (const std::optional<double>& each : {cell.broken, cell.correct})
            if (each) number = std::max(number, digits.Width(FormatNumber(*each, format)));
    }
    const float width = std::max(panel.Px(kCellWidth), number + panel.Px(14));
    return {width, width + panel.Px(m.number_gap) + panel.Px(2)};
}

// How much of a table there is to see, from where its cells begin.
float WidthOf(const Panel& panel, const MistakeTable& table) {
    const float cells = SizeOf(panel, table).pitch * static_cast<float>(table.cells.size());
    return std::max(cells, panel.pen().Strong().Width(table.title));
}

// Its cells begin at `left`; the labels of its rows, where it has any, are in the column before.
void DrawTable(const Panel& panel, const MistakeTable& table, Column& column, float left,
               bool is_share) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const float height = panel.Px(m.number_height);
    const CellSize size = SizeOf(panel, table);
    const bool has_labels = left > column.left;
    const auto [first, end] = ShownCells(panel, table, column.right - left, size.pitch);
    const int hidden = table.left_out + static_cast<int>(table.cells.size() - (end - first));
    DrawTitle(panel, column,
              table.title + (hidden > 0 ? " (" + FormatCount(hidden) + " more not shown)" : ""));
    const float broken = column.y + panel.Px(kHead), correct = broken + panel.Px(kCellPitch);
    if (has_labels) {
        const float gap = panel.Px(m.gap);
        pen.Muted().WriteIn({{column.left, broken}, {left - gap, broken + height}}, "this run");
        pen.Muted().WriteIn({{column.left, correct}, {left - gap, correct + height}}, "should be");
    }
    for (size_t i = first; i < end; ++i) {
        const MistakeCell& cell = table.cells[i];
        const float x = left + static_cast<float>(i - first) * size.pitch;
        const float width = std::min(size.width, column.right - x);
        pen.Muted().WriteIn({{x, column.y}, {x + width, broken}}, cell.head, Anchor::Middle);
        DrawCell(panel, AreaAt(x, broken, width, height), cell.broken, cell.differs, is_share);
        DrawCell(panel, AreaAt(x, correct, width, height), cell.correct, false, is_share);
        if (cell.differs) DrawCross(panel, {x + width / 2, (broken + height + correct) / 2});
    }
    column.y = correct + height;
}

// Two tables side by side where both fit whole, else one below the other.
void DrawTables(const Panel& panel, const MistakeTable& one, const MistakeTable& other,
                Column& column) {
    const float label = panel.Px(kLabel), between = panel.Px(kBetween);
    const float first = WidthOf(panel, one), second = WidthOf(panel, other);
    Column left = column;
    DrawTable(panel, one, left, column.left + label, false);
    if (label + first + between + second <= column.width()) {
        Column right = column;
        right.left += label + first + between;
        DrawTable(panel, other, right, right.left, false);
        column.y = std::max(left.y, right.y);
        return;
    }
    column.y = left.y + panel.Px(panel.theme.metrics.label_gap);
    DrawTable(panel, other, column, column.left + label, false);
}

// --- The selected token

// What this run selects, beside what it should: the end of the story, and so at its top.
void DrawSelected(const Panel& panel, const MistakeSelected& selected, Column& column) {
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const Area band = column.Block(panel.Px(kBand));
    const float height = panel.Px(m.chip_height), y = band.center().y, gap = panel.Px(m.label_gap);
    const ChipStyle waiting{.state = TokenState::Waiting, .origin = TokenOrigin::Generated};
    const Pen pen = panel.pen();
    pen.In(selected.differs ? c.waiting.tint : c.block).Fill(band, m.field_radius);
    const char* const should = selected.differs ? "should be" : "as it should be";
    const float fixed = pen.Strong().Width(std::string("selected") + should) + gap * 6;
    const float most = std::max((band.width() - fixed) / 2, panel.Px(m.key_chip_width));
    const auto draw_chip = [&](float x, const std::string& token) {
        const float width = std::min(ChipWidth(panel.theme, token, ""), most);
        const Area chip = AreaAt(x, y - height / 2, width, height);
        DrawTokenChip(pen, chip, waiting, token, "");
        return chip;
    };
    const auto write = [&](float x, std::string_view words) {
        return pen.Strong().Write({x, y}, words) + gap * 0.75f;
    };
    const Area chip = draw_chip(write(band.min.x + gap, "selected"), selected.broken);
    panel.Spot("mistakes.selected", chip);
    float x = chip.max.x + gap * 1.5f;
    if (selected.differs) {
        DrawCross(panel, {x, y});
        x += gap * 1.5f;
    }
    if (!selected.differs && x + pen.Strong().Width(should) + gap + most > band.max.x) {
        pen.Strong().WriteIn({{x, band.min.y}, band.max}, should);  // the chip would be the same
    } else {
        draw_chip(write(x, should), selected.correct);
    }
    column.y = band.max.y;
}

}  // namespace

void DrawMistakesComparison(const Panel& panel, const MistakesViewData& data, Column& column) {
    const float gap = panel.Px(panel.theme.metrics.label_gap);
    DrawSelected(panel, data.selected, column);
    column.y += gap;
    DrawCache(panel, data, column);
    column.y += gap / 2;
    DrawTable(panel, data.weights, column, column.left + panel.Px(kLabel), true);
    column.y += gap;
    DrawTables(panel, data.hidden, data.logits, column);
}

}  // namespace decodescope
