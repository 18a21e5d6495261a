#include "app/shell/keys_page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/apply/screen_commands.h"
#include "app/shell/shortcuts.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

struct Line {
    std::string_view name;
    std::string_view keys;
};

struct Group {
    const char* title;
    std::vector<Line> lines;
};

// The table of actions by their menus, and what the mouse does.
std::vector<Group> GroupsOfKeys() {
    struct Titled {
        Menu menu;
        const char* title;
    };
    constexpr Titled kMenus[] = {{Menu::Playback, "Moving through the run"},
                                 {Menu::View, "Looking"},
                                 {Menu::None, "Anywhere"},
                                 {Menu::File, "Files"},
                                 {Menu::Edit, "Editing"},
                                 {Menu::Help, "Help"}};
    Group mouse{"With the mouse", {}};
    for (const Gesture& gesture : Gestures()) mouse.lines.push_back({gesture.name, gesture.how});
    std::vector<Group> groups;
    for (const Titled& row : kMenus) {
        if (row.menu == Menu::None) groups.push_back(mouse);
        Group group{row.title, {}};
        for (const Action& action : Actions()) {
            if (action.menu == row.menu && !action.keys.empty()) {
                group.lines.push_back({action.name, action.keys});
            }
        }
        if (!group.lines.empty()) groups.push_back(std::move(group));
    }
    return groups;
}

float HeightOf(const Panel& panel, const Group& group) {
    const Metrics& m = panel.theme.metrics;
    return panel.Px(m.section_gap) +
           panel.Px(m.table_row) * static_cast<float>(group.lines.size() + 1);
}

// In as many columns as there is room for; each group goes into the shortest one so far.
using KeyColumn = std::vector<Group>;

float HeightOf(const Panel& panel, const KeyColumn& column) {
    float height = 0;
    for (const Group& group : column) height += HeightOf(panel, group);
    return height;
}

std::vector<KeyColumn> ColumnsOfKeys(const Panel& panel, size_t count) {
    std::vector<KeyColumn> columns(count);
    for (Group& group : GroupsOfKeys()) {
        const auto shortest = std::ranges::min_element(
            columns, {}, [&](const KeyColumn& column) { return HeightOf(panel, column); });
        shortest->push_back(std::move(group));
    }
    return columns;
}

// Returns where the next group begins.
float DrawGroup(const Panel& panel, const Group& group, float left, float right, float y) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    pen.In(FontRole::PanelTitle).Write({left, y}, group.title);
    y += panel.Px(m.table_row);
    for (const Line& line : group.lines) {
        const float end = pen.Write({left, y}, line.name);
        const float width = pen.Strong().Width(line.keys);
        if (right - width < end + panel.Px(m.gap)) y += panel.Px(m.line_height);  // a separate line
        pen.Strong().WriteRight({right, y}, line.keys);
        y += panel.Px(m.table_row);
    }
    return y + panel.Px(m.section_gap);
}

}  // namespace

void DrawKeysPage(const Panel& panel, Area window) {
    if (!panel.state.ui.show_keys) return;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float margin = panel.Px(m.margin), column_width = panel.Px(m.page_width);
    const float room = window.width() - 2 * margin;
    const std::vector<KeyColumn> columns = ColumnsOfKeys(panel, room >= 2 * column_width ? 2 : 1);
    float tallest = 0;
    for (const KeyColumn& column : columns) tallest = std::max(tallest, HeightOf(panel, column));
    const float width = std::min(column_width * static_cast<float>(columns.size()), room);
    const float height = std::min(tallest + 2.5f * margin, window.height() - 2 * margin);
    const Area page = AreaAt(std::round(window.center().x - width / 2),
                             std::round(window.center().y - height / 2), width, height);

    BeginPage("keys", panel.theme, page, c.panel, true);
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = page.min.x + margin, right = page.max.x - margin;
    float y = ImGui::GetCursorScreenPos().y + margin;
    pen.In(FontRole::PassTitle).Write({left, y}, "Keys and mouse");
    const float size = panel.Px(m.number_height);
    const Area close = AreaAt(right - size, y - size / 2, size, size);
    if (IconButton("keys.close", panel.theme, close, Icon::Close)) panel.Emit(ToggleKeys{});
    panel.Spot("keys.close", close);
    y += margin * 1.5f;
    const float each = (right - left + 2 * margin) / static_cast<float>(columns.size());
    float bottom = y;
    for (size_t i = 0; i < columns.size(); ++i) {
        const float x = left + each * static_cast<float>(i);
        float at = y;
        for (const Group& group : columns[i]) {
            at = DrawGroup(panel, group, x, x + each - 2 * margin, at);
        }
        bottom = std::max(bottom, at);
    }
    ImGui::SetCursorScreenPos({left, bottom - panel.Px(m.section_gap)});
    ImGui::Dummy({1, 1});
    list.AddRect(page.min, page.max, c.field_border, 0, 0, panel.theme.Whole(m.hairline));
    EndPanel();
}

}  // namespace decodescope
