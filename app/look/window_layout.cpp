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

// What is folded is as wide as its strip.
struct Sides {
    bool has_recipe, has_inspector;
    float recipe, inspector;  // in window pixels
};

Sides SidesFor(const Theme& theme, float window, const PanelSizes& sizes, float pass_width) {
    const Metrics& m = theme.metrics;
    const float width = window / theme.scale;  // all of this at scale 1
    Sides sides{.has_recipe = sizes.recipe_open.value_or(width >= m.recipe_window),
                .has_inspector = sizes.inspector_open.value_or(width >= m.inspector_window)};
    const float least_recipe = sides.has_recipe ? kRecipeLeast : m.strip_width;
    const bool is_enough = width - least_recipe - m.strip_width >= pass_width;
    if (width - least_recipe - kInspectorLeast < pass_width && is_enough && !sizes.inspector_open &&
        !sizes.inspector_width) {
        sides.has_inspector = false;  // else numbers would become colour
    }
    const float least_inspector = sides.has_inspector ? kInspectorLeast : m.strip_width;
    const float recipe_room = std::min(width - kPassLeast - least_inspector, kRecipeMost);
    const float pass = std::max(pass_width, kPassLeast);
    float recipe = m.strip_width;
    if (sides.has_recipe) {
        const float spare = width - pass - least_inspector;
        const float usual = Within(m.recipe_width, kRecipeLeast, spare);
        recipe = Within(sizes.recipe_width.value_or(usual), kRecipeLeast, recipe_room);
    }
    float inspector = m.strip_width;
    if (sides.has_inspector) {
        const bool is_narrow = width < m.recipe_window;
        const float spare = width - recipe - pass;
        const float usual =
            Within(is_narrow ? m.inspector_narrow : m.inspector_width, kInspectorLeast, spare);
        const float most = std::min(width - recipe - kPassLeast, kInspectorMost);
        inspector = Within(sizes.inspector_width.value_or(usual), kInspectorLeast, most);
        inspector = std::min(inspector, std::max(0.0f, width - recipe) * kSideShareMost);
    }
    sides.recipe = theme.Whole(std::min(recipe, width / 2));
    sides.inspector = theme.Whole(inspector);
    return sides;
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
    if (!layout.recipe.empty()) {
        layout.recipe_splitter = {{pass.min.x - half, pass.min.y}, {pass.min.x + half, pass.max.y}};
    }
    if (layout.inspector.empty()) return;
    layout.inspector_splitter = {{pass.max.x - half, pass.min.y}, {pass.max.x + half, pass.max.y}};
    layout.tabs_splitter = {{tabs.min.x + half, tabs.min.y - half},
                            {tabs.max.x, tabs.min.y + half}};
}

}  // namespace

float ScaleIn(ImVec2 window, float chosen) {
    constexpr float kLeastWidth = 600, kLeastHeight = 380;  // at scale 1
    constexpr float kStep = 0.125f;  // fonts are made for a scale: not for each size of a window
    const float room = std::min(window.x / kLeastWidth, window.y / kLeastHeight);
    return std::min(chosen, std::max(1.0f, std::floor(room / kStep) * kStep));
}

Layout LayoutFor(const Theme& theme, ImVec2 window, const PanelSizes& sizes, float pass_width) {
    const Metrics& m = theme.metrics;
    const float menu_bottom = theme.Whole(m.menu_height);
    const float top = menu_bottom + theme.Whole(m.sequence_height);
    const float bottom = std::max(top, window.y - theme.Whole(m.transport_height));
    const Sides sides = SidesFor(theme, window.x, sizes, pass_width);
    const float left = sides.recipe;
    const float right = std::max(left, window.x - sides.inspector);

    Layout layout;
    layout.menu = {{0, 0}, {window.x, menu_bottom}};
    layout.sequence = {{0, menu_bottom}, {window.x, top}};
    (sides.has_recipe ? layout.recipe : layout.recipe_strip) = {{0, top}, {left, bottom}};
    layout.pass = {{left, top}, {right, bottom}};
    if (sides.has_inspector) {
        const float middle = top + InspectorHeight(theme, bottom - top, sizes);
        layout.inspector = {{right, top}, {window.x, middle}};
        layout.tabs = {{right, middle}, {window.x, bottom}};
    } else {
        layout.inspector_strip = {{right, top}, {window.x, bottom}};
    }
    layout.transport = {{0, bottom}, {window.x, window.y}};
    layout.view = {layout.pass.min, {window.x, bottom}};
    const float margin = theme.Px(m.margin);
    layout.message = {{left + margin, bottom - theme.Px(m.message_height) - margin / 2},
                      {right - margin, bottom - margin / 2}};
    PlaceSplitters(theme, layout);
    return layout;
}

Layout WithView(const Theme& theme, Layout layout, bool shows_sequence) {
    layout.pass = layout.inspector = layout.tabs = layout.inspector_strip = {};
    layout.inspector_splitter = layout.tabs_splitter = {};
    layout.message.max.x = layout.view.max.x - theme.Px(theme.metrics.margin);
    if (shows_sequence) return layout;
    const float top = layout.sequence.min.y;
    layout.sequence = {};
    layout.view.min.y = top;
    for (Area* side : {&layout.recipe, &layout.recipe_strip, &layout.recipe_splitter}) {
        if (!side->empty()) side->min.y = top;
    }
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

Layout PresentationFor(const Theme& theme, ImVec2 window) {
    const Metrics& m = theme.metrics;
    const float top = theme.Whole(m.sequence_height);
    const float bottom = std::max(top, window.y - theme.Whole(m.transport_height));
    const float margin = theme.Px(m.margin);
    Layout layout;
    layout.sequence = {{0, 0}, {window.x, top}};
    layout.pass = {{0, top}, {window.x, bottom}};
    layout.transport = {{0, bottom}, {window.x, window.y}};
    layout.view = layout.pass;
    layout.message = {{margin, bottom - theme.Px(m.message_height) - margin / 2},
                      {window.x - margin, bottom - margin / 2}};
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
