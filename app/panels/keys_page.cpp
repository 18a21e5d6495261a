#include "app/panels/keys_page.h"

#include <algorithm>

#include "app/shortcuts.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {

void DrawKeysPage(const Panel& panel, Area window) {
    if (!panel.state.ui.show_keys) return;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const auto has_keys = [](const Action& action) { return !action.keys.empty(); };
    const auto rows = static_cast<float>(std::ranges::count_if(Actions(), has_keys));
    const float margin = panel.Px(m.margin), pitch = panel.Px(m.table_row);
    const float width = std::min(panel.Px(m.page_width), window.width() - 2 * margin);
    const float height = std::min(rows * pitch + 3 * margin, window.height() - 2 * margin);
    const Area page = AreaAt(std::round(window.center().x - width / 2),
                             std::round(window.center().y - height / 2), width, height);

    BeginPage("keys", panel.theme, page, c.panel, true);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = page.min.x + margin, right = page.max.x - margin;
    float y = ImGui::GetCursorScreenPos().y + margin;
    DrawText(list, panel.theme, FontRole::PassTitle, {left, y}, c.ink, "Keys");
    const float size = panel.Px(m.number_height);
    const Area close = AreaAt(right - size, y - size / 2, size, size);
    if (IconButton("keys.close", panel.theme, close, Icon::Close)) panel.Wish(ToggleKeys{});
    panel.Spot("keys.close", close);
    y += margin * 1.5f;
    for (const Action& action : Actions()) {
        if (!has_keys(action)) continue;
        DrawText(list, panel.theme, FontRole::Label, {left, y}, c.ink, action.name);
        DrawText(list, panel.theme, FontRole::LabelStrong, {right, y}, c.ink, action.keys, Anchor::Right);
        y += pitch;
    }
    ImGui::SetCursorScreenPos({left, y});
    ImGui::Dummy({1, 1});
    list.AddRect(page.min, page.max, c.field_border, 0, 0, panel.theme.Whole(m.hairline));
    EndPanel();
}

}  // namespace decodescope
