#include "app/shell/message_bar.h"

#include <algorithm>

#include "app/apply/screen_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {

void DrawMessageBar(const Panel& panel, Area area) {
    const UiState& ui = panel.state.ui;
    // Otherwise the recipe's problem, which stays until it is solved.
    const bool is_message = !ui.message.empty();
    if ((!is_message && !panel.state.problem) || area.empty()) return;
    const std::string& text = is_message ? ui.message : panel.state.problem->text;

    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float pad = panel.Px(m.field_padding);
    const float room = area.width() - 2 * pad - panel.Px(m.message_height);
    constexpr int kMostLines = 6;
    const int lines =
        std::clamp(ParagraphLines(panel.theme, FontRole::Label, text, room), 1, kMostLines);
    area.min.y -= panel.Px(m.line_height) * static_cast<float>(lines - 1);

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
