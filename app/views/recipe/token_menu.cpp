#include "app/views/recipe/token_menu.h"

#include <algorithm>
#include <optional>

#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/view_commands.h"
#include "app/look/imgui_compat.h"
#include "app/panel/edit_text.h"
#include "app/panel/number_edit.h"
#include "app/views/recipe/recipe_form.h"
#include "app/views/recipe/recipe_vocabulary.h"

namespace decodescope {
namespace {

constexpr float kMenuWidth = 232, kButtonHeight = 32;  // at scale 1

Area MenuArea(const Panel& panel, Area panel_area, TokenId id, float height) {
    const float gap = panel.Px(panel.theme.metrics.number_gap), width = panel.Px(kMenuWidth);
    const std::optional<Hotspot> chip = panel.hotspots.Find(HotspotOf(id));
    if (!chip) return AreaAt(panel_area.min.x + gap, panel_area.min.y + gap, width, height);
    const bool fits_below = chip->max.y + gap + height <= panel_area.max.y;
    const float y = fits_below ? chip->max.y + gap : chip->min.y - gap - height;
    return AreaAt(std::round(chip->min.x), std::round(std::max(panel_area.min.y, y)), width,
                  height);
}

// Whether a click elsewhere, or Escape, closes it.
bool IsLeft(const Panel& panel, Area page, TokenId id) {
    if (IsEscapePressed()) return true;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::optional<Hotspot> chip = panel.hotspots.Find(HotspotOf(id));
    const bool is_on_chip = chip && Area{chip->min, chip->max}.Contains(mouse);
    return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !page.Contains(mouse) && !is_on_chip;
}

void DrawName(const Panel& panel, Area field, TokenId id) {
    const std::string name = HotspotOf(id);
    const Refusal* const refused = panel.state.ui.refused.Of(name);
    const FieldEdit<std::string> edit = EditText(
        panel, ("##" + name).c_str(), field,
        refused ? refused->typed : ModelOf(panel).tokenizer.pieces[static_cast<size_t>(id)],
        {.wrong = refused != nullptr,
         .take_focus = ImGui::IsWindowAppearing(),
         .select_all = true});
    if (edit.changed) panel.Emit(RenameToken{id, *edit.changed});
    if (edit.ended) panel.Emit(EndEdit{});
    if (edit.entered) panel.Emit(ShowTokenMenu{std::nullopt});
    panel.Spot(name + ".name", field);
}

// The token's ID, to move it by dragging or typing.
void DrawId(const Panel& panel, Area field, TokenId id) {
    const double last = ModelOf(panel).config.vocabulary_size - 1;
    const NumberEdit edit =
        NumberField("token ID", panel.theme, field, id, panel.state.preferences.numbers,
                    {.whole = true, .step = 0.1, .limits = NumberLimits{0, last}});
    if (edit.changed) panel.Emit(MoveToken{id, static_cast<TokenId>(*edit.changed)});
    EmitEditEnd(panel, HotspotOf(id), edit);
    Tip(panel.theme, field, "Its ID. Drag it or type another one to move the token there.");
    panel.Spot(HotspotOf(id) + ".id", field);
}

void DrawActions(const Panel& panel, Area row, TokenId id) {
    const int last = ModelOf(panel).config.vocabulary_size - 1;
    struct Action {
        const char* name;
        const char* text;
        const char* tip;
        float share;  // of the row
        bool possible;
        Command command;
    };
    const Action actions[] = {
        {".up", "Up", "Move up", 0.25f, id > 0, MoveToken{id, id - 1}},
        {".down", "Down", "Move down", 0.32f, id < last, MoveToken{id, id + 1}},
        {".remove", "Remove", "Removes its embedding and its row of the output matrix, too", 0.43f,
         last > 0, RemoveToken{id}},
    };
    const float gap = panel.Px(panel.theme.metrics.gap);
    float x = row.min.x;
    for (const Action& action : actions) {
        const float width = (row.width() - 2 * gap) * action.share;
        const Area area = AreaAt(std::round(x), row.min.y, std::round(width), row.height());
        const std::string name = HotspotOf(id) + action.name;
        if (TextButton(action.name, panel.theme, area, std::nullopt, action.text,
                       {.enabled = action.possible})) {
            panel.Emit(action.command);
            panel.Emit(EndEdit{});
        }
        Tip(panel.theme, area, action.tip);
        panel.Spot(name, area);
        x += width + gap;
    }
}

}  // namespace

void DrawTokenMenu(const Panel& panel, Area panel_area) {
    const std::optional<TokenId> id = panel.state.ui.token_menu;
    if (!id || *id >= ModelOf(panel).config.vocabulary_size) return;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float pad = panel.Px(m.field_padding), inside = panel.Px(kMenuWidth) - 2 * pad;
    const Refusal* const refused = panel.state.ui.refused.Of(HotspotOf(*id));
    const int lines =
        refused ? ParagraphLines(panel.theme, FontRole::Label, refused->why, inside) : 0;
    const float words =
        refused ? static_cast<float>(lines) * panel.Px(m.line_height) + panel.Px(m.gap) : 0;
    const float height = panel.Px(m.field_height + m.gap + kButtonHeight) + 2 * pad + words;
    const Area page = MenuArea(panel, panel_area, *id, height);

    BeginPage("token menu", panel.theme, page, c.panel);
    const Pen pen = panel.pen();
    const Area first = AreaAt(page.min.x + pad, page.min.y + pad, inside, panel.Px(m.field_height));
    const float split = first.max.x - panel.Px(m.cell_width);
    DrawName(panel, {first.min, {split - panel.Px(m.gap), first.max.y}}, *id);
    DrawId(panel, {{split, first.min.y}, first.max}, *id);
    float y = page.min.y + pad + panel.Px(m.field_height + m.gap);
    if (refused) {
        y = pen.WriteParagraph({page.min.x + pad, y + panel.Px(m.line_height) / 2}, refused->why,
                               inside) -
            panel.Px(m.line_height) / 2 + panel.Px(m.gap);
    }
    DrawActions(panel, AreaAt(page.min.x + pad, y, inside, panel.Px(kButtonHeight)), *id);
    pen.In(c.field_border).Frame(page);
    if (IsLeft(panel, page, *id)) {
        panel.Emit(EndEdit{});
        panel.Emit(ShowTokenMenu{std::nullopt});
    }
    EndPanel();
}

}  // namespace decodescope
