#include <algorithm>
#include <string>

#include "app/views/mistakes/mistakes_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLabel = 92, kChipPitch = 38, kChipGap = 10, kCellWidth = 68, kCellPitch = 46,
                kHead = 22;
constexpr float kSection = 26, kCross = 9, kRing = 3;

void DrawLabel(const Panel& panel, float x, float y, std::string_view words) {
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, {x, y},
             panel.theme.colors().muted, words);
}

float DrawTitle(const Panel& panel, float x, float y, const std::string& title) {
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::LabelStrong,
             {x, y + panel.Px(kHead) / 2}, panel.theme.colors().ink, title);
    return y + panel.Px(kSection);
}

// A cross in a circle at a corner: this is not as it should be.
void DrawCross(const Panel& panel, ImVec2 center) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(center, panel.Px(kCross), c.canvas);
    list.AddCircleFilled(center, panel.Px(kCross - 1.5f), c.ink);
    DrawIcon(list, Icon::Close, center, panel.Px(11), c.on_ink, panel.Px(1.5f));
}

// --- The cache

ChipStyle LookOf(const MistakeChip& chip) {
    return {.state = chip.is_padding ? TokenState::Uncached : TokenState::Cached,
            .origin = chip.is_prompt ? TokenOrigin::Prompt : TokenOrigin::Generated};
}

// Chips in columns of one width, so that those of the same place stand below each other; as many
// lines as they need. The first `skipped` columns stay free.
float DrawChips(const Panel& panel, MistakesColumn column, float y,
                const std::vector<MistakeChip>& chips, float width, size_t skipped) {
    const float pitch = width + panel.Px(kChipGap),
                height = panel.Px(panel.theme.metrics.chip_height);
    const int a_line = std::max(1, static_cast<int>((column.width() + panel.Px(kChipGap)) / pitch));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (size_t i = 0; i < chips.size(); ++i) {
        const auto at = static_cast<int>(i + skipped);
        const Area area =
            AreaAt(column.left + static_cast<float>(at % a_line) * pitch,
                   y + static_cast<float>(at / a_line) * panel.Px(kChipPitch), width, height);
        DrawTokenChip(list, panel.theme, area, LookOf(chips[i]), chips[i].token, chips[i].index);
        if (!chips[i].is_wrong) continue;
        const Area ring = area.Grown(panel.Px(kRing));
        list.AddRect(ring.min, ring.max, panel.theme.colors().ink,
                     panel.Px(panel.theme.metrics.chip_radius + kRing), 0, panel.theme.Whole(2));
        DrawCross(panel, {ring.max.x - panel.Px(2), ring.min.y + panel.Px(2)});
    }
    const auto lines =
        static_cast<float>((static_cast<int>(chips.size() + skipped) + a_line - 1) / a_line);
    return y + lines * panel.Px(kChipPitch);
}

float DrawCache(const Panel& panel, const MistakesViewData& page, MistakesColumn column, float y) {
    y = DrawTitle(panel, column.left, y,
                  "cache after the pass: " + std::to_string(page.cache.size()) +
                      " rows, should be " + std::to_string(page.should_be.size()));
    float width = 0;
    for (const auto* chips : {&page.cache, &page.should_be}) {
        for (const MistakeChip& chip : *chips) {
            width = std::max(width, ChipWidth(panel.theme, chip.token, chip.index));
        }
    }
    const MistakesColumn chips{column.left + panel.Px(kLabel), column.right};
    const float middle = panel.Px(panel.theme.metrics.chip_height) / 2;
    const auto padding =
        static_cast<size_t>(std::ranges::count_if(page.cache, &MistakeChip::is_padding));
    const float top = y;
    DrawLabel(panel, column.left, y + middle, "this run");
    y = DrawChips(panel, chips, y, page.cache, width, 0);
    DrawLabel(panel, column.left, y + middle, "should be");
    y = DrawChips(panel, chips, y, page.should_be, width, padding);
    panel.Spot("mistakes.cache", {{column.left, top}, {column.right, y}});
    return y;
}

// --- Tables

void DrawCell(const Panel& panel, Area area, const std::optional<double>& number, bool differs,
              bool is_share) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!number) {
        list.AddRect(area.min, area.max, c.line, panel.Px(panel.theme.metrics.cell_radius));
        DrawText(list, panel.theme, FontRole::Mono, area.center(), c.muted, "none", Anchor::Middle);
        return;
    }
    const ImU32 fill =
        is_share ? MagnitudeColor(c, static_cast<float>(*number), true) : c.neutral_cell;
    DrawNumberCell(list, panel.theme, area, fill,
                   FormatNumber(*number, panel.state.preferences.numbers),
                   differs ? CellStyle::Ringed : CellStyle::Plain);
}

// Which cells there is room for.
std::pair<size_t, size_t> ShownCells(const Panel& panel, const MistakeTable& table, float room,
                                     float pitch) {
    const auto fit = static_cast<size_t>(
        std::max(1.0f, (room + panel.Px(panel.theme.metrics.number_gap)) / pitch));
    const size_t count = std::min(fit, table.cells.size());
    const size_t first = table.keeps_last ? table.cells.size() - count : 0;
    return {first, first + count};
}

float DrawTable(const Panel& panel, const MistakeTable& table, MistakesColumn column, float y,
                bool is_share) {
    const Metrics& m = panel.theme.metrics;
    const NumberFormat& format = panel.state.preferences.numbers;
    const float gap = panel.Px(m.number_gap) + panel.Px(2), height = panel.Px(m.number_height);
    const float width = std::max(
        panel.Px(kCellWidth),
        TextWidth(panel.theme, FontRole::Mono, FormatNumber(-10.0, format)) + panel.Px(14));
    const float pitch = width + gap, left = column.left + panel.Px(kLabel);
    const auto [first, last] = ShownCells(panel, table, column.right - left, pitch);
    const int hidden = table.left_out + static_cast<int>(table.cells.size() - (last - first));
    y = DrawTitle(
        panel, column.left, y,
        table.title + (hidden > 0 ? " (" + FormatCount(hidden) + " more are not shown)" : ""));
    const float heads = y + panel.Px(kHead) / 2;
    const float broken = y + panel.Px(kHead), sound = broken + panel.Px(kCellPitch);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawLabel(panel, column.left, broken + height / 2, "this run");
    DrawLabel(panel, column.left, sound + height / 2, "should be");
    for (size_t i = first; i < last; ++i) {
        const MistakeCell& cell = table.cells[i];
        const float x = left + static_cast<float>(i - first) * pitch;
        DrawText(list, panel.theme, FontRole::Label, {x + width / 2, heads},
                 panel.theme.colors().muted,
                 Shortened(panel.theme, FontRole::Label, cell.head, width), Anchor::Middle);
        DrawCell(panel, AreaAt(x, broken, width, height), cell.broken, cell.differs, is_share);
        DrawCell(panel, AreaAt(x, sound, width, height), cell.sound, false, is_share);
        if (cell.differs) DrawCross(panel, {x + width / 2, (broken + height + sound) / 2});
    }
    return sound + height;
}

// --- The selected token

float DrawSelected(const Panel& panel, const MistakeSelected& selected, MistakesColumn column,
                   float y) {
    const float height = panel.Px(panel.theme.metrics.chip_height);
    const ChipStyle waiting{.state = TokenState::Waiting, .origin = TokenOrigin::Generated};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawText(list, panel.theme, FontRole::LabelStrong, {column.left, y + height / 2},
             panel.theme.colors().ink, "selected");
    float x = column.left + panel.Px(kLabel);
    const Area chip = AreaAt(x, y, ChipWidth(panel.theme, selected.broken, ""), height);
    DrawTokenChip(list, panel.theme, chip, waiting, selected.broken, "");
    panel.Spot("mistakes.selected", chip);
    x = chip.max.x + panel.Px(16);
    if (selected.differs) {
        DrawCross(panel, {x, y + height / 2});
        x += panel.Px(18);
    }
    x = DrawText(list, panel.theme, FontRole::Label, {x, y + height / 2},
                 panel.theme.colors().muted, "should be") +
        panel.Px(12);
    DrawTokenChip(list, panel.theme,
                  AreaAt(x, y, ChipWidth(panel.theme, selected.sound, ""), height), waiting,
                  selected.sound, "");
    return y + height;
}

}  // namespace

float DrawMistakesPicture(const Panel& panel, const MistakesViewData& page, MistakesColumn column,
                          float y) {
    const float gap = panel.Px(panel.theme.metrics.label_gap);
    y = DrawCache(panel, page, column, y) + gap / 2;
    y = DrawTable(panel, page.weights, column, y, true) + gap;
    y = DrawTable(panel, page.hidden, column, y, false) + gap;
    y = DrawTable(panel, page.logits, column, y, false) + gap;
    return DrawSelected(panel, page.selected, column, y);
}

}  // namespace decodescope
