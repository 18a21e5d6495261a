#include "app/shell/message_bar.h"

#include <algorithm>

#include "app/apply/screen_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {

namespace {

constexpr int kMostLines = 6;

// A message, otherwise what a field holds and cannot be used, until it is corrected or dropped.
std::string TextOf(const AppState& state) {
    if (!state.ui.message.empty()) return state.ui.message;
    const Refusal* const refused = state.ui.refused.newest();
    return refused ? WordsFor(*refused, state.document.recipe) : "";
}

float TextWidthIn(const Theme& theme, float width) {
    return width - 2 * theme.Px(theme.metrics.field_padding) -
           theme.Px(theme.metrics.message_height);
}

}  // namespace

float MessageHeight(const Theme& theme, const AppState& state, float width) {
    const std::string text = TextOf(state);
    if (text.empty() || width <= 0) return 0;
    const int lines = std::clamp(
        ParagraphLines(theme, FontRole::Label, text, TextWidthIn(theme, width)), 1, kMostLines);
    return theme.Px(theme.metrics.message_height) +
           theme.Px(theme.metrics.line_height) * static_cast<float>(lines - 1);
}

void DrawMessageBar(const Panel& panel, Area area) {
    const std::string text = TextOf(panel.state);
    const bool is_message = !panel.state.ui.message.empty();
    if (text.empty() || area.empty()) return;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float pad = panel.Px(m.field_padding);
    const float room = TextWidthIn(panel.theme, area.width());

    BeginPage("message", panel.theme, area, Faded(c.ink, 0));
    const Pen pen = panel.pen();
    pen.In(c.ink).Fill(area, m.field_radius);
    pen.In(c.on_ink).WriteParagraph({area.min.x + pad, area.min.y + panel.Px(m.message_height) / 2},
                                    text, room, kMostLines);
    panel.Spot("message", area);
    if (is_message) {
        const float size = panel.Px(m.message_height);
        const Area close = AreaAt(area.max.x - size, area.min.y, size, size);
        if (TouchArea("message.close", close).clicked) panel.Emit(DismissMessage{});
        pen.In(c.on_ink).Draw(Icon::Close, close.center(), 16);
        panel.Spot("message.close", close);
    }
    EndPanel();
}

}  // namespace decodescope
