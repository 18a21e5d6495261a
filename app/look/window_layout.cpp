#include "app/look/window_layout.h"

#include <algorithm>

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRecipeLeast = 200, kRecipeMost = 480;
constexpr float kInspectorLeast = 280, kInspectorMost = 800;
constexpr float kPassLeast = 360;
constexpr float kInspectorHeightLeast = 140, kTabsHeightLeast = 160;
constexpr float kSideShareMost = 0.45f;  // of a window that is too small for all of this
constexpr float kSplitterWidth = 8;

float Within(float size, float least, float most) { return std::max(least, std::min(size, most)); }

float RecipeWidth(const Theme& theme, float window, const PanelSizes& sizes) {
    const float wanted = sizes.recipe_width.value_or(theme.metrics.recipe_width);
    const float room = window / theme.scale - kPassLeast - kInspectorLeast;
    return theme.Whole(Within(wanted, kRecipeLeast, std::min(room, kRecipeMost)));
}

float InspectorWidth(const Theme& theme, float room, bool is_narrow, const PanelSizes& sizes) {
    const Metrics& m = theme.metrics;
    const float usual = is_narrow ? m.inspector_narrow : m.inspector_width;
    const float most = std::min(room / theme.scale - kPassLeast, kInspectorMost);
    const float wanted =
        theme.Whole(Within(sizes.inspector_width.value_or(usual), kInspectorLeast, most));
    return std::min(wanted, std::round(room * kSideShareMost));
}

float InspectorHeight(const Theme& theme, float room, const PanelSizes& sizes) {
    const Metrics& m = theme.metrics;
    if (!sizes.inspector_height) {
        return std::round(Within(theme.Px(m.inspector_height), room * m.inspector_share_least,
                                 room * m.inspector_share_most));
    }
    const float least = theme.Px(kInspectorHeightLeast), most = room - theme.Px(kTabsHeightLeast);
    return std::round(most < least ? room / 2
                                   : Within(theme.Px(*sizes.inspector_height), least, most));
}

void PlaceSplitters(const Theme& theme, Layout& layout) {
    const float half = theme.Whole(kSplitterWidth / 2);
    const Area &pass = layout.pass, &tabs = layout.tabs;
    if (!layout.recipe_is_tab) {
        layout.recipe_splitter = {{pass.min.x - half, pass.min.y}, {pass.min.x + half, pass.max.y}};
    }
    layout.inspector_splitter = {{pass.max.x - half, pass.min.y}, {pass.max.x + half, pass.max.y}};
    layout.tabs_splitter = {{tabs.min.x + half, tabs.min.y - half},
                            {tabs.max.x, tabs.min.y + half}};
}

}  // namespace

Layout LayoutFor(const Theme& theme, ImVec2 window, const PanelSizes& sizes) {
    const Metrics& m = theme.metrics;
    const float menu_bottom = theme.Whole(m.menu_height);
    const float top = menu_bottom + theme.Whole(m.sequence_height);
    const float bottom = std::max(top, window.y - theme.Whole(m.transport_height));
    const bool is_narrow = window.x < theme.Px(m.side_by_side_width);

    const float left = is_narrow ? 0 : RecipeWidth(theme, window.x, sizes);
    const float right =
        std::max(left, window.x - InspectorWidth(theme, window.x - left, is_narrow, sizes));
    const float middle = top + InspectorHeight(theme, bottom - top, sizes);

    Layout layout;
    layout.recipe_is_tab = is_narrow;
    layout.menu = {{0, 0}, {window.x, menu_bottom}};
    layout.sequence = {{0, menu_bottom}, {window.x, top}};
    layout.recipe = {{0, top}, {left, bottom}};
    layout.pass = {{left, top}, {right, bottom}};
    layout.inspector = {{right, top}, {window.x, middle}};
    layout.tabs = {{right, middle}, {window.x, bottom}};
    layout.transport = {{0, bottom}, {window.x, window.y}};
    layout.view = {layout.pass.min, layout.tabs.max};
    const float margin = theme.Px(m.margin);
    layout.message = {{left + margin, bottom - theme.Px(m.message_height) - margin / 2},
                      {right - margin, bottom - margin / 2}};
    PlaceSplitters(theme, layout);
    return layout;
}

Layout WithView(const Theme& theme, Layout layout, bool shows_sequence) {
    layout.pass = layout.inspector = layout.tabs = {};
    layout.inspector_splitter = layout.tabs_splitter = {};
    layout.message.max.x = layout.view.max.x - theme.Px(theme.metrics.margin);
    if (shows_sequence) return layout;
    const float top = layout.sequence.min.y;
    layout.sequence = {};
    layout.view.min.y = layout.recipe.min.y = layout.recipe_splitter.min.y = top;
    return layout;
}

Layout WithMessage(const Theme& theme, Layout layout, float height) {
    const float gap = theme.Px(theme.metrics.margin) / 2;
    layout.message.min.y = std::max(layout.view.min.y, layout.message.max.y - height);
    const float bottom = std::max(layout.view.min.y, layout.message.min.y - gap);
    if (!layout.pass.empty()) {
        layout.pass.max.y = std::max(layout.pass.min.y, bottom);
    } else {
        layout.view.max.y = bottom;
    }
    return layout;
}

Layout PresentationFor(const Theme& theme, ImVec2 window, bool has_inspector) {
    const Metrics& m = theme.metrics;
    const float top = theme.Whole(m.sequence_height);
    const float bottom = std::max(top, window.y - theme.Whole(m.transport_height));
    const float side = has_inspector ? theme.Whole(m.inspector_width) : 0;
    const float right = std::max(0.0f, window.x - side);
    const float margin = theme.Px(m.margin);
    Layout layout;
    layout.sequence = {{0, 0}, {window.x, top}};
    layout.pass = {{0, top}, {right, bottom}};
    layout.inspector = {{right, top}, {window.x, bottom}};
    layout.transport = {{0, bottom}, {window.x, window.y}};
    layout.view = {layout.pass.min, layout.inspector.max};
    layout.message = {{margin, bottom - theme.Px(m.message_height) - margin / 2},
                      {right - margin, bottom - margin / 2}};
    return layout;
}

PanelSizes Dragged(const Theme& theme, ImVec2 window, PanelSizes sizes, Splitter splitter,
                   ImVec2 mouse) {
    const Area inspector = LayoutFor(theme, window, sizes).inspector;
    switch (splitter) {
        case Splitter::Recipe:
            sizes.recipe_width = mouse.x / theme.scale;
            sizes.recipe_width = LayoutFor(theme, window, sizes).recipe.width() / theme.scale;
            break;
        case Splitter::Inspector:
            sizes.inspector_width = (inspector.max.x - mouse.x) / theme.scale;
            sizes.inspector_width = LayoutFor(theme, window, sizes).inspector.width() / theme.scale;
            break;
        case Splitter::Tabs:
            sizes.inspector_height = (mouse.y - inspector.min.y) / theme.scale;
            sizes.inspector_height =
                LayoutFor(theme, window, sizes).inspector.height() / theme.scale;
            break;
    }
    return sizes;
}

PanelSizes Undragged(PanelSizes sizes, Splitter splitter) {
    switch (splitter) {
        case Splitter::Recipe: sizes.recipe_width.reset(); break;
        case Splitter::Inspector: sizes.inspector_width.reset(); break;
        case Splitter::Tabs: sizes.inspector_height.reset(); break;
    }
    return sizes;
}

}  // namespace decodescope
