// The tokens of the recipe's model: each opens a menu to rename, move or remove it.

#include <algorithm>
#include <vector>

#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/view_commands.h"
#include "app/look/imgui_compat.h"
#include "app/views/recipe/recipe_numbers.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"
#include "core/model/edit_vocabulary.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kMenuWidth = 232, kButtonHeight = 32, kIdWidth = 48, kTextGap = 12;
constexpr float kAddSize = 26;
constexpr int kMostRows = 8;  // of the list, before it scrolls

const Model& ModelOf(const Panel& panel) { return *panel.state.document.recipe.model; }

std::string HotspotOf(TokenId id) { return "recipe.token." + std::to_string(id); }

// Looked up where the recording has worked it out already: a large vocabulary takes its time.
std::string TextOf(const Panel& panel, TokenId id) {
    const bool is_recorded = panel.recording().recipe().model == panel.state.document.recipe.model;
    return is_recorded ? TokenText(panel.recording(), id)
                       : DisplayText(ModelOf(panel).tokenizer, id);
}

// A click opens the token's menu, or closes it.
Touch TouchToken(const Panel& panel, Area area, TokenId id) {
    const std::string name = HotspotOf(id);
    const Touch touch = TouchArea(name.c_str(), area);
    panel.Spot(name, area);
    const auto reason = WhyTokensAreFixed(ModelOf(panel));
    const bool is_open = panel.state.ui.token_menu == id;
    if (!is_open) Tip(panel.theme, area, reason ? *reason : "Click to rename, move or remove it");
    if (touch.clicked && !reason)
        panel.Emit(ShowTokenMenu{is_open ? std::nullopt : std::optional(id)});
    return touch;
}

void DrawFrame(const Panel& panel, Area area, float radius, bool is_strong) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    panel.pen()
        .In(is_strong ? c.ink : c.field_border)
        .Frame(area, radius, is_strong ? m.field_border : m.hairline);
}

// --- The list of a large vocabulary --------------------------------------------------------------

// The IDs whose text or number contains what is searched; nothing where all are shown.
std::optional<std::vector<TokenId>> Found(const Panel& panel) {
    const std::string& wanted = panel.state.ui.token_search;
    if (wanted.empty()) return std::nullopt;
    std::vector<TokenId> found;
    const std::vector<std::string>& pieces = ModelOf(panel).tokenizer.pieces;
    for (size_t id = 0; id < pieces.size(); ++id) {
        if (pieces[id].find(wanted) != std::string::npos || std::to_string(id) == wanted) {
            found.push_back(static_cast<TokenId>(id));
        }
    }
    return found;
}

void DrawListRow(const Panel& panel, Area row, TokenId id) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Touch touch = TouchToken(panel, row, id);
    const bool is_open = panel.state.ui.token_menu == id;
    if (touch.hovered || is_open) {
        pen.In(c.neutral_cell).Fill(row, panel.theme.metrics.cell_radius);
    }
    const float y = row.center().y, middle = row.min.x + panel.Px(kIdWidth);
    pen.In(FontRole::Mono).Muted().WriteRight({middle, y}, std::to_string(id));
    const float x = middle + panel.Px(kTextGap);
    pen.Strong().WriteShortened({x, y}, TextOf(panel, id), row.max.x - x);
}

// Scrolls to the token whose menu opens, once: afterwards the list is the person's own to scroll.
// Which one it was last is kept in ImGui's storage for the list's window.
void ScrollToMenu(const Panel& panel, Area area, float row_height) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID("scrolled to");
    const int id = panel.state.ui.token_menu.value_or(-1);
    const bool is_new = storage.GetInt(key, -1) != id;
    storage.SetInt(key, id);
    const bool is_searched = !panel.state.ui.token_search.empty();  // then rows are not IDs
    if (!is_new || id < 0 || is_searched) return;
    const float top = static_cast<float>(id) * row_height, scroll = ImGui::GetScrollY();
    if (top < scroll || top + row_height > scroll + area.height()) {
        ImGui::SetScrollY(top - area.height() / 2);
    }
}

// Only the rows in sight are drawn.
void DrawRows(const Panel& panel, Area area) {
    const float height = panel.Px(panel.theme.metrics.table_row);
    const auto found = Found(panel);
    const int count =
        found ? static_cast<int>(found->size()) : ModelOf(panel).config.vocabulary_size;
    ImGui::SetCursorScreenPos(area.min);
    ImGui::BeginChild("vocabulary", area.size());
    ScrollToMenu(panel, area, height);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float scroll = ImGui::GetScrollY();
    const int first = std::max(0, static_cast<int>(scroll / height));
    const int end = std::min(count, static_cast<int>((scroll + area.height()) / height) + 1);
    for (int i = first; i < end; ++i) {
        const TokenId id = found ? (*found)[static_cast<size_t>(i)] : i;
        DrawListRow(panel,
                    AreaAt(origin.x, origin.y + static_cast<float>(i) * height, width, height), id);
    }
    ImGui::SetCursorScreenPos({origin.x, origin.y + static_cast<float>(count) * height});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    if (count > 0) return;
    panel.pen().Muted().Write({area.min.x, area.min.y + height / 2}, "no such token");
}

// --- The menu of one token
// ------------------------------------------------------------------------

Area MenuArea(const Panel& panel, Area panel_area, TokenId id, float height) {
    const float gap = panel.Px(panel.theme.metrics.number_gap), width = panel.Px(kMenuWidth);
    const std::optional<Hotspot> chip = panel.hotspots.Find(HotspotOf(id));
    if (!chip) return AreaAt(panel_area.min.x + gap, panel_area.min.y + gap, width, height);
    const bool fits_below = chip->max.y + gap + height <= panel_area.max.y;
    const float y = fits_below ? chip->max.y + gap : chip->min.y - gap - height;
    return AreaAt(std::round(chip->min.x), std::round(std::max(panel_area.min.y, y)), width,
                  height);
}

// What a click elsewhere, or Escape, closes.
bool IsLeft(const Panel& panel, Area page, TokenId id) {
    if (IsEscapePressed()) return true;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::optional<Hotspot> chip = panel.hotspots.Find(HotspotOf(id));
    const bool is_on_chip = chip && Area{chip->min, chip->max}.Contains(mouse);
    return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !page.Contains(mouse) && !is_on_chip;
}

void DrawName(const Panel& panel, Area field, TokenId id) {
    const std::string name = HotspotOf(id);
    const bool is_wrong = panel.state.ui.refused && panel.state.ui.refused->field == name;
    const FieldEdit<std::string> edit = TextField(
        ("##" + name).c_str(), panel.theme, field,
        ModelOf(panel).tokenizer.pieces[static_cast<size_t>(id)],
        {.wrong = is_wrong, .take_focus = ImGui::IsWindowAppearing(), .select_all = true});
    if (edit.changed) panel.Emit(RenameToken{id, *edit.changed});
    if (edit.ended) panel.Emit(EndEdit{});
    if (edit.entered) panel.Emit(ShowTokenMenu{std::nullopt});
    panel.Spot(name + ".name", field);
}

// The token's ID, to move it by dragging or typing.
void DrawId(const Panel& panel, Area field, TokenId id) {
    const NumberEdit edit =
        NumberField("token ID", panel.theme, field, id, panel.state.preferences.numbers,
                    {.whole = true, .step = 0.1});
    const double last = ModelOf(panel).config.vocabulary_size - 1;
    if (edit.changed) {
        panel.Emit(MoveToken{id, static_cast<TokenId>(std::clamp(*edit.changed, 0.0, last))});
    }
    if (edit.ended) panel.Emit(EndEdit{});
    Tip(panel.theme, field, "Its ID. Drag it, or type another one, to move the token there.");
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
        {".up", "Up", "To the ID before", 0.25f, id > 0, MoveToken{id, id - 1}},
        {".down", "Down", "To the ID behind", 0.32f, id < last, MoveToken{id, id + 1}},
        {".remove", "Remove", "Its embedding and its row of the output matrix go with it", 0.43f,
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

void DrawToken(const Panel& panel, Area chip, TokenId id) {
    const Touch touch = TouchToken(panel, chip, id);
    DrawVocabularyChip(*ImGui::GetWindowDrawList(), panel.theme, chip, TextOf(panel, id));
    const bool is_open = panel.state.ui.token_menu == id;
    if (touch.hovered || is_open) DrawFrame(panel, chip, panel.theme.metrics.chip_radius, is_open);
}

void DrawAddToken(const Panel& panel, Area line) {
    const auto reason = WhyTokensAreFixed(ModelOf(panel));
    const float size = panel.Px(kAddSize);
    const Area area =
        AreaAt(std::round(line.max.x - size), std::round(line.center().y - size / 2), size, size);
    if (IconButton("recipe.token.add", panel.theme, area, Icon::Plus, {.enabled = !reason})) {
        panel.Emit(AddToken{});
    }
    Tip(panel.theme, area,
        reason ? *reason
               : "Add a token. It starts as the average of all tokens, so that adding it flips no "
                 "greedy "
                 "selection; where the average is 0 its embedding is ½ in each dimension.");
    panel.Spot("recipe.token.add", area);
}

void DrawVocabulary(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const int count = ModelOf(panel).config.vocabulary_size;
    DrawAddToken(panel, {{column.left, column.y}, {column.right, column.y}});
    DrawSectionLabel(panel, column, "Vocabulary");
    column.y += panel.Px(m.number_gap);
    if (count > kMostRows) {
        const Area field = column.Block(panel.Px(m.field_height));
        const FieldEdit<std::string> edit = TextField(
            "##tokens", panel.theme, field, panel.state.ui.token_search, {.hint = "search"});
        if (edit.changed) panel.Emit(SearchTokens{*edit.changed});
        panel.Spot("recipe.token.search", field);
        column.y = field.max.y + panel.Px(m.gap);
    }
    const auto rows = static_cast<float>(std::min(count, kMostRows));
    const Area list = AreaAt(column.left, column.y, column.width(), rows * panel.Px(m.table_row));
    DrawRows(panel, list);
    panel.Spot("recipe.vocabulary", list);
    column.y = list.max.y + panel.Px(m.section_gap);
}

void DrawTokenMenu(const Panel& panel, Area panel_area) {
    const std::optional<TokenId> id = panel.state.ui.token_menu;
    if (!id || *id >= ModelOf(panel).config.vocabulary_size) return;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float pad = panel.Px(m.field_padding), inside = panel.Px(kMenuWidth) - 2 * pad;
    const auto& refused = panel.state.ui.refused;
    const bool is_refused = refused && refused->field == HotspotOf(*id);
    const int lines =
        is_refused ? ParagraphLines(panel.theme, FontRole::Label, refused->text, inside) : 0;
    const float words =
        is_refused ? static_cast<float>(lines) * panel.Px(m.line_height) + panel.Px(m.gap) : 0;
    const float height = panel.Px(m.field_height + m.gap + kButtonHeight) + 2 * pad + words;
    const Area page = MenuArea(panel, panel_area, *id, height);

    BeginPage("token menu", panel.theme, page, c.panel);
    const Pen pen = panel.pen();
    const Area first = AreaAt(page.min.x + pad, page.min.y + pad, inside, panel.Px(m.field_height));
    const float split = first.max.x - panel.Px(m.cell_width);
    DrawName(panel, {first.min, {split - panel.Px(m.gap), first.max.y}}, *id);
    DrawId(panel, {{split, first.min.y}, first.max}, *id);
    float y = page.min.y + pad + panel.Px(m.field_height + m.gap);
    if (is_refused) {
        y = pen.WriteParagraph({page.min.x + pad, y + panel.Px(m.line_height) / 2}, refused->text,
                               inside) -
            panel.Px(m.line_height) / 2 + panel.Px(m.gap);
    }
    DrawActions(panel, AreaAt(page.min.x + pad, y, inside, panel.Px(kButtonHeight)), *id);
    DrawFrame(panel, page, 0, false);
    if (IsLeft(panel, page, *id)) {
        panel.Emit(EndEdit{});
        panel.Emit(ShowTokenMenu{std::nullopt});
    }
    EndPanel();
}

}  // namespace decodescope
