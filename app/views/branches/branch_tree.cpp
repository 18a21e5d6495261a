#include "app/views/branches/branch_tree.h"

#include <algorithm>
#include <cmath>

#include "app/apply/branch_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/look/token_label.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRow = 38, kName = 212, kNameLeast = 150, kControls = 170, kColumnGap = 10,
                kMostColumn = 132, kRoomy = 1000;
constexpr float kHandLine = 3, kHandGap = 4;
constexpr float kTitle = 24;

// The columns of passes that there is room for.
struct Columns {
    float left = 0, pitch = 0;
    int first = 0, count = 0;
    int passes = 0;  // of the longest branch

    bool Has(int pass) const { return first <= pass && pass < first + count; }
    float At(int pass) const { return left + pitch * static_cast<float>(pass - first); }
};

std::string TextOf(const Panel& panel, const BranchToken& token) {
    return token.id ? TokenText(panel.recording(), *token.id) : "…";
}

Columns ColumnsOf(const Panel& panel, Area area, const std::vector<BranchRow>& rows) {
    float widest = 0;
    int passes = 0;
    for (const BranchRow& row : rows) {
        for (const BranchToken& token : row.tokens) {
            widest = std::max(widest, ChipWidth(panel.theme, TextOf(panel, token), ""));
        }
        passes = std::max(passes, row.first + static_cast<int>(row.tokens.size()));
    }
    Columns columns;
    const bool is_roomy = area.width() >= panel.Px(kRoomy);
    columns.left = area.min.x + panel.Px(is_roomy ? kName : kNameLeast);
    columns.pitch = std::min(widest, panel.Px(kMostColumn)) + panel.Px(kColumnGap);
    const float room = area.max.x - panel.Px(kControls) - columns.left;
    columns.count = std::clamp(static_cast<int>(room / columns.pitch), 1, std::max(passes, 1));
    columns.passes = passes;
    const int middle = panel.state.ui.playhead.pass - columns.count / 2;
    columns.first = std::clamp(middle, 0, std::max(0, passes - columns.count));
    return columns;
}

float RowCenter(const Panel& panel, Area area, size_t row) {
    return std::round(area.min.y + panel.Px(kTitle) +
                      panel.Px(kRow) * (static_cast<float>(row) + 0.5f));
}

// From the row that a branch leaves down to its first token.
void DrawPartingLine(const Panel& panel, Area area, const Columns& columns, const BranchRow& row,
                     size_t index) {
    if (row.parent_row < 0 || !columns.Has(row.first)) return;
    const Metrics& m = panel.theme.metrics;
    const float x = columns.At(row.first) - panel.Px(kColumnGap) / 2;
    const float top = RowCenter(panel, area, static_cast<size_t>(row.parent_row));
    const float y = RowCenter(panel, area, index);
    const ImU32 color = panel.theme.colors().arrow;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, top}, {x, y}, color, panel.Px(m.field_border));
    list.AddLine({x, y}, {columns.At(row.first), y}, color, panel.Px(m.field_border));
}

// A token as it is at the playhead, muted if it is still ahead. A click goes there.
void DrawToken(const Panel& panel, Area chip, const BranchRow& row, size_t index) {
    const BranchToken& token = row.tokens[index];
    const int pass = row.first + static_cast<int>(index);
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string name =
        "branches.token." + std::to_string(row.branch) + "." + std::to_string(pass);
    const Touch touch = TouchArea(name.c_str(), chip);
    const std::string text =
        TokenLabel(TextOf(panel, token), token.id.value_or(0), [&](const std::string& words) {
            return pen.Width(words) <= chip.width() - panel.Px(m.chip_padding);
        });
    if (token.is_reached) {
        DrawTokenChip(panel.pen(), chip, {token.state, false, TokenOrigin::Generated}, text, "");
    } else {
        const float radius = chip.height() / 2;
        list.AddRect(chip.min, chip.max, touch.hovered ? c.muted : c.line, radius, 0,
                     panel.Px(m.field_border));
        pen.Muted().WriteMiddle(chip.center(), text);
    }
    if (token.by_hand) {
        const float y = chip.max.y + panel.Px(kHandGap);
        list.AddRectFilled({chip.min.x + chip.height() / 2, y},
                           {chip.max.x - chip.height() / 2, y + panel.Px(kHandLine)}, c.ink);
    }
    panel.Spot(name, chip);
    Tip(panel.theme, chip,
        (token.by_hand ? "Taken by hand in pass " : "Selected in pass ") + std::to_string(pass) +
            ". Go there");
    if (!touch.clicked) return;
    if (!row.is_present) panel.Emit(GoToBranch{row.branch});
    panel.Emit(GoTo{{pass, panel.recording().step_count() - 1}});
}

void DrawControls(const Panel& panel, Area area, const BranchRow& row, float y) {
    const Metrics& m = panel.theme.metrics;
    const std::string number = std::to_string(row.branch);
    const float height = panel.Px(m.chip_height);
    float right = area.max.x;
    const Area remove = AreaAt(right - height, y - height / 2, height, height);
    if (row.branch > 0) {
        if (IconButton(("branches.remove." + number).c_str(), panel.theme, remove, Icon::Close)) {
            panel.Emit(RemoveBranch{row.branch});
        }
        panel.Spot("branches.remove." + number, remove);
        Tip(panel.theme, remove, "Remove this branch");
    }
    right = remove.min.x - panel.Px(m.gap);
    const float width = panel.Px(kControls) - height - panel.Px(m.gap + m.margin);
    const Area button{{right - width, y - height / 2}, {right, y + height / 2}};
    const Pen pen = panel.pen();
    if (row.is_present || row.is_compared) {
        pen.Strong().WriteMiddle(button.center(), row.is_present ? "A" : "B");
        return;
    }
    const std::string id = "branches.compare." + number;
    if (TextButton(id.c_str(), panel.theme, button, std::nullopt, "Compare")) {
        panel.Emit(CompareBranch{row.branch});
    }
    panel.Spot(id, button);
}

void DrawRow(const Panel& panel, Area area, const Columns& columns, const BranchRow& row,
             size_t index) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float y = RowCenter(panel, area, index), half = panel.Px(m.chip_height) / 2;
    const Area name{{area.min.x, y - half}, {columns.left - panel.Px(m.margin), y + half}};
    const std::string id = "branches.show." + std::to_string(row.branch);
    const Touch touch = TouchArea(id.c_str(), name);
    if (touch.clicked) panel.Emit(GoToBranch{row.branch});
    panel.Spot(id, name);
    Tip(panel.theme, name, row.is_present ? "This branch is decoded" : "Go on with this branch");
    const FontRole font = row.is_present ? FontRole::LabelStrong : FontRole::Label;
    pen.In(font, row.is_present || touch.hovered ? c.ink : c.muted).WriteIn(name, row.name);
    for (size_t i = 0; i < row.tokens.size(); ++i) {
        const int pass = row.first + static_cast<int>(i);
        if (!columns.Has(pass)) continue;
        const float x = columns.At(pass);
        DrawToken(panel, {{x, y - half}, {x + columns.pitch - panel.Px(kColumnGap), y + half}}, row,
                  i);
    }
    DrawControls(panel, area, row, y);
}

}  // namespace

float BranchTreeHeight(const Panel& panel, size_t rows) {
    return panel.Px(kTitle) + panel.Px(kRow) * static_cast<float>(rows);
}

void DrawBranchTree(const Panel& panel, Area area, const std::vector<BranchRow>& rows) {
    const Columns columns = ColumnsOf(panel, area, rows);
    const Pen pen = panel.pen();
    const float y = area.min.y + panel.Px(kTitle) / 2;
    const std::string prompt = "after the prompt";
    pen.Muted().Write({area.min.x, y}, "Branch");
    pen.Muted().Write({columns.left, y}, columns.first > 0
                                             ? "tokens from pass " + std::to_string(columns.first)
                                             : prompt);
    if (columns.first + columns.count < columns.passes) {
        pen.Muted().Write({columns.At(columns.first + columns.count), y}, "…");
    }
    for (size_t i = 0; i < rows.size(); ++i) DrawPartingLine(panel, area, columns, rows[i], i);
    for (size_t i = 0; i < rows.size(); ++i) DrawRow(panel, area, columns, rows[i], i);
}

}  // namespace decodescope
