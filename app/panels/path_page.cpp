#include "app/panels/path_page.h"

#include <algorithm>

#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {

void DrawPathPage(const Panel& panel, Area window) {
    const PathField kind = panel.state.ui.path_field;
    if (kind == PathField::None) return;
    const bool opens = kind == PathField::Open;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float margin = panel.Px(m.margin);
    const float width = std::min(panel.Px(m.page_width), window.width() - 2 * margin);
    const Area page = AreaAt(std::round(window.center().x - width / 2),
                             window.min.y + std::round(window.height() / 4), width, panel.Px(150));

    BeginPage("path", panel.theme, page, c.panel);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = page.min.x + margin, right = page.max.x - margin;
    float y = page.min.y + margin;
    DrawText(list, panel.theme, FontRole::PanelTitle, {left, y}, c.ink, opens ? "Open" : "Save as");
    y += panel.Px(m.label_gap) + panel.Px(m.gap);

    const Area field{{left, y}, {right, y + panel.Px(m.field_height)}};
    const FieldEdit<std::string> edit =
        TextField("##path", panel.theme, field, panel.state.document.path,
                  {.hint = "a model or a recipe", .take_focus = ImGui::IsWindowAppearing()});
    if (edit.entered) {
        if (opens) panel.Wish(OpenPath{*edit.entered});
        else panel.Wish(SaveAs{*edit.entered});
    }
    panel.Spot("path.field", field);
    y = field.max.y + margin;
    DrawParagraph(list, panel.theme, FontRole::Label, {left, y}, c.muted,
                  opens ? "Type the path of a .toml or .bin file, then Enter; or drop a file on the "
                          "window. Esc closes this."
                        : "Type where to save the recipe (.toml), then Enter. Esc closes this.",
                  right - left);
    list.AddRect(page.min, page.max, c.field_border, 0, 0, panel.theme.Whole(m.hairline));
    EndPanel();
}

}  // namespace decodescope
