#include "app/shell/splitters.h"

#include "app/apply/screen_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/shapes.h"

namespace decodescope {
namespace {

constexpr float kDragThreshold = 2;  // pixels that the mouse may move during a click
constexpr float kLine = 3;           // at scale 1, where the mouse is over a boundary

struct SplitterRow {
    Splitter splitter;
    const char* name;  // its hotspot
    Area Layout::*area;
    bool is_upright;
};

constexpr SplitterRow kSplitters[] = {
    {Splitter::Recipe, "splitter.recipe", &Layout::recipe_splitter, true},
    {Splitter::Inspector, "splitter.inspector", &Layout::inspector_splitter, true},
    {Splitter::Tabs, "splitter.tabs", &Layout::tabs_splitter, false},
};

void DrawLine(const Panel& panel, const SplitterRow& row, Area area) {
    const Pen pen = panel.pen();
    const float half = panel.Px(kLine) / 2;
    const ImVec2 middle = area.center();
    const Area line = row.is_upright
                          ? Area{{middle.x - half, area.min.y}, {middle.x + half, area.max.y}}
                          : Area{{area.min.x, middle.y - half}, {area.max.x, middle.y + half}};
    pen.In(panel.theme.colors().arrow).Fill(line);
}

void DrawSplitter(const Panel& panel, const SplitterRow& row, Area area, ImVec2 window) {
    BeginPage(row.name, panel.theme, area, Faded(panel.theme.colors().panel, 0));
    const Touch touch = TouchArea(row.name, area);
    if (touch.hovered || touch.held) {
        ImGui::SetMouseCursor(row.is_upright ? ImGuiMouseCursor_ResizeEW
                                             : ImGuiMouseCursor_ResizeNS);
        DrawLine(panel, row, area);
    }
    const PanelSizes& sizes = panel.state.preferences.panels;
    if (touch.hovered && ImGui::IsMouseDoubleClicked(0)) {
        panel.Emit(SetPanelSizes{Undragged(sizes, row.splitter)});
    } else if (touch.held && ImGui::IsMouseDragging(0, kDragThreshold)) {
        const PanelSizes dragged =
            Dragged(panel.theme, window, sizes, row.splitter, ImGui::GetIO().MousePos);
        if (dragged != sizes) panel.Emit(SetPanelSizes{dragged});
    }
    panel.Spot(row.name, area);
    EndPanel();
}

}  // namespace

void DrawSplitters(const Panel& panel, const Layout& layout, ImVec2 window) {
    for (const SplitterRow& row : kSplitters) {
        const Area area = layout.*row.area;
        if (!area.empty()) DrawSplitter(panel, row, area, window);
    }
}

}  // namespace decodescope
