#include "app/views/recipe/recipe_vocabulary.h"

#include <algorithm>
#include <vector>

#include "app/apply/model_commands.h"
#include "app/apply/view_commands.h"
#include "app/look/token_label.h"
#include "app/panel/edit_text.h"
#include "app/views/recipe/recipe_form.h"
#include "app/views/recipe/recipe_numbers.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"
#include "core/model/edit_vocabulary.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kIdWidth = 48, kTextGap = 12, kAddSize = 26;
constexpr int kMostRows = 8;  // of the list, before it scrolls

// Looked up if the recording has it already: with a large vocabulary it takes long to compute.
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

// The IDs whose text contains the searched words, or whose number they are; nothing if all are
// shown.
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
    const Pen name = pen.Strong();
    name.Write({x, y}, TokenLabel(TextOf(panel, id), id, [&](const std::string& words) {
                   return name.Width(words) <= row.max.x - x;
               }));
}

// Scrolls once to the token whose menu opens; afterwards the person scrolls the list. Which token
// it was last is kept in ImGui's storage for the list's window.
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

// --- The menu of one token -----------------------------------------------------------------------

}  // namespace

std::string HotspotOf(TokenId id) { return "recipe.token." + std::to_string(id); }

void DrawToken(const Panel& panel, Area chip, TokenId id) {
    const Touch touch = TouchToken(panel, chip, id);
    const Pen name = panel.pen().Strong();
    const float room = chip.width() - panel.Px(panel.theme.metrics.text_gap);
    DrawVocabularyChip(panel.pen(), chip,
                       TokenLabel(TextOf(panel, id), id, [&](const std::string& words) {
                           return name.Width(words) <= room;
                       }));
    const bool is_open = panel.state.ui.token_menu == id;
    if (!touch.hovered && !is_open) return;
    const Metrics& m = panel.theme.metrics;
    panel.pen()
        .In(is_open ? panel.theme.colors().ink : panel.theme.colors().field_border)
        .Frame(chip, m.chip_radius, is_open ? m.field_border : m.hairline);
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
        reason
            ? *reason
            : "Add a token. It starts as the average of all tokens, so that adding it changes no "
              "greedy selection; where the average is 0, its embedding is ½ in each dimension.");
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
        const FieldEdit<std::string> edit =
            EditText(panel, "##tokens", field, panel.state.ui.token_search, {.hint = "search"});
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

}  // namespace decodescope
