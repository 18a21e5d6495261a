#include "app/shell/side_strips.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/apply/screen_commands.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

constexpr float kTitleGap = 20, kChevron = 4.5f, kStroke = 2;  // at scale 1

struct SideRow {
    const char* name;  // of its strip and, with "fold.", of its button
    const char* title;
    const char* tip_open;
    const char* tip_fold;
    Area Layout::*strip;
    Area Layout::*open;
    bool is_left;
    Command (*toggle)();
};

const SideRow kSides[] = {
    {"recipe", "Recipe", "Open the recipe (R)", "Fold the recipe (R)", &Layout::recipe_strip,
     &Layout::recipe, true, [] { return Command(ToggleRecipe{}); }},
    {"inspector", "Inspector", "Open inspector and tabs (I)", "Fold inspector and tabs (I)",
     &Layout::inspector_strip, &Layout::inspector, false,
     [] { return Command(ToggleInspector{}); }},
};

// Points to where the border of the panel goes.
void DrawChevron(const Panel& panel, ImVec2 center, bool to_the_right) {
    const float size = panel.Px(kChevron), x = to_the_right ? size / 2 : -size / 2;
    const ImVec2 points[] = {
        {center.x - x, center.y - size}, {center.x + x, center.y}, {center.x - x, center.y + size}};
    ImGui::GetWindowDrawList()->AddPolyline(points, 3, panel.theme.colors().ink, 0,
                                            panel.Px(kStroke));
}

void DrawButton(const Panel& panel, const SideRow& row, Area place, bool is_open) {
    const std::string hotspot = std::string("fold.") + row.name;
    const Touch touch = TouchArea(hotspot.c_str(), place);
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(touch.hovered ? c.neutral_cell : c.panel).Fill(place, panel.theme.metrics.field_radius);
    pen.In(c.line).Ring(place, panel.theme.metrics.field_radius, 1 / panel.theme.scale);
    DrawChevron(panel, place.center(), row.is_left != is_open);
    if (touch.clicked) panel.Emit(row.toggle());
    panel.Spot(hotspot, place);
    Tip(panel.theme, place, is_open ? row.tip_fold : row.tip_open);
}

// The title from the bottom up at the left side, from the top down at the right one: as the back of
// a book.
void DrawTurned(const Panel& panel, ImVec2 middle, const char* title, bool upwards) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    // What is turned into the strip begins outside of it.
    list.PushClipRect({-window.x, -window.y}, {2 * window.x, 2 * window.y});
    const int first = list.VtxBuffer.Size;
    panel.pen().In(FontRole::LabelStrong).WriteMiddle(middle, title);
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& at = list.VtxBuffer[i].pos;
        const ImVec2 from{at.x - std::round(middle.x), at.y - std::round(middle.y)};
        at = upwards ? ImVec2{std::round(middle.x) + from.y, std::round(middle.y) - from.x}
                     : ImVec2{std::round(middle.x) - from.y, std::round(middle.y) + from.x};
    }
    list.PopClipRect();
}

void DrawStrip(const Panel& panel, const SideRow& row, Area strip) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel((std::string("strip.") + row.name).c_str(), panel.theme, strip,
               panel.theme.colors().panel);
    const float size = panel.Px(m.strip_button);
    const Area button = AreaAt(std::round(strip.center().x - size / 2),
                               strip.min.y + panel.Px(m.strip_top), size, size);
    const float width = panel.pen().In(FontRole::LabelStrong).Width(row.title);
    const float middle = button.max.y + panel.Px(kTitleGap) + width / 2;
    if (middle + width / 2 < strip.max.y) {
        DrawTurned(panel, {strip.center().x, middle}, row.title, row.is_left);
        const Area title{{strip.min.x, button.max.y},
                         {strip.max.x, std::min(strip.max.y, middle + width)}};
        if (TouchArea(row.name, title).clicked) panel.Emit(row.toggle());
    }
    DrawButton(panel, row, button, false);
    const float edge = row.is_left ? strip.max.x - 1 : strip.min.x;
    panel.pen().In(panel.theme.colors().line).Vertical(edge, strip.min.y, strip.max.y);
    EndPanel();
}

void DrawFold(const Panel& panel, const SideRow& row, Area open) {
    const Metrics& m = panel.theme.metrics;
    const float size = panel.Px(m.strip_button), gap = panel.Px(m.strip_top);
    const Area button = AreaAt(open.max.x - size - gap, open.min.y + gap, size, size);
    BeginPage((std::string("fold.") + row.name).c_str(), panel.theme, button,
              Faded(panel.theme.colors().panel, 0));
    DrawButton(panel, row, button, true);
    EndPanel();
}

}  // namespace

void DrawSideStrips(const Panel& panel, const Layout& layout) {
    for (const SideRow& row : kSides) {
        const Area strip = layout.*row.strip, open = layout.*row.open;
        if (!strip.empty()) DrawStrip(panel, row, strip);
        if (!open.empty()) DrawFold(panel, row, open);
    }
}

}  // namespace decodescope
