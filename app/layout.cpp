#include "app/layout.h"

namespace decodescope {

Layout LayoutFor(const Theme& theme, ImVec2 window) {
    const Metrics& m = theme.metrics;
    const float menu_bottom = theme.Whole(m.menu_height);
    const float top = menu_bottom + theme.Whole(m.sequence_height);
    const float bottom = std::max(top, window.y - theme.Whole(m.transport_height));
    const bool is_narrow = window.x < theme.Px(m.side_by_side_width);

    const float left = is_narrow ? 0 : theme.Whole(m.recipe_width);
    const float side = theme.Whole(is_narrow ? m.inspector_narrow : m.inspector_width);
    const float right = std::max(left, window.x - side);
    const float middle = top + std::round(std::min(std::max(theme.Px(m.inspector_height),
                                                            (bottom - top) * m.inspector_share_least),
                                                   (bottom - top) * m.inspector_share_most));

    Layout layout;
    layout.recipe_is_tab = is_narrow;
    layout.menu = {{0, 0}, {window.x, menu_bottom}};
    layout.sequence = {{0, menu_bottom}, {window.x, top}};
    layout.recipe = {{0, top}, {left, bottom}};
    layout.pass = {{left, top}, {right, bottom}};
    layout.inspector = {{right, top}, {window.x, middle}};
    layout.tabs = {{right, middle}, {window.x, bottom}};
    layout.transport = {{0, bottom}, {window.x, window.y}};
    const float margin = theme.Px(m.margin);
    layout.message = {{left + margin, bottom - theme.Px(m.message_height) - margin / 2},
                      {right - margin, bottom - margin / 2}};
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
    layout.message = {{margin, bottom - theme.Px(m.message_height) - margin / 2},
                      {right - margin, bottom - margin / 2}};
    return layout;
}

}  // namespace decodescope
