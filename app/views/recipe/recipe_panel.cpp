#include "app/views/recipe/recipe_panel.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/views/recipe/recipe_numbers.h"

namespace decodescope {
namespace {

const Recipe& RecipeOf(const Panel& panel) { return panel.state.document.recipe; }

bool IsWrong(const Panel& panel, std::string_view field) {
    return panel.state.problem && panel.state.problem->field == field;
}

void DrawPrompt(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const float label_y = column.y;
    DrawSectionLabel(panel, column, "Prompt");
    if (!ShowsAllNumbers(*RecipeOf(panel).model)) {
        const int count = panel.recording().prompt_length();
        panel.pen().Muted().WriteRight({column.right, label_y},
                                       FormatCount(count) + (count == 1 ? " token" : " tokens"));
    }
    const Area field = column.Block(panel.Px(m.field_height));
    const FieldEdit<std::string> edit =
        TextField("##prompt", panel.theme, field, RecipeOf(panel).prompt,
                  {.wrong = IsWrong(panel, "recipe.prompt")});
    if (edit.changed) panel.Emit(SetPrompt{*edit.changed});
    if (edit.ended) panel.Emit(EndEdit{});
    panel.Spot("recipe.prompt", field);
    column.y = field.max.y + panel.Px(m.section_gap);
}

// --- Selection -----------------------------------------------------------------------------------

// A number of the rule that is edited like the others.
struct RuleNumber {
    const char* hotspot;
    const char* label;
    double (*get)(const SelectionRule&);
    void (*set)(SelectionRule&, double);
    bool whole;
    double step;
};

constexpr RuleNumber kRuleNumbers[] = {
    {"recipe.temperature", "temperature", [](const SelectionRule& r) { return r.temperature; },
     [](SelectionRule& r, double x) { r.temperature = std::max(0.0, x); }, false, 0.01},
    {"recipe.top_k", "top-k", [](const SelectionRule& r) { return static_cast<double>(r.top_k); },
     [](SelectionRule& r, double x) { r.top_k = static_cast<int>(std::clamp(x, 0.0, 1e6)); }, true,
     0.2},
    {"recipe.top_p", "top-p", [](const SelectionRule& r) { return r.top_p; },
     [](SelectionRule& r, double x) { r.top_p = std::clamp(x, 0.01, 1.0); }, false, 0.01},
    {"recipe.min_p", "min-p", [](const SelectionRule& r) { return r.min_p; },
     [](SelectionRule& r, double x) { r.min_p = std::clamp(x, 0.0, 1.0); }, false, 0.01},
};

void DrawRule(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const SelectionRule& rule = RecipeOf(panel).rule;
    DrawSectionLabel(panel, column, "Selection rule");
    const Area field = column.Block(panel.Px(m.field_height));
    const auto name_of = [](int i) { return std::string(i == 0 ? "greedy" : "sample"); };
    const int chosen = rule.kind == RuleKind::Greedy ? 0 : 1;
    if (const auto choice = ChoiceField("##rule", panel.theme, field, chosen, 2, name_of)) {
        SelectionRule changed = rule;
        changed.kind = *choice == 0 ? RuleKind::Greedy : RuleKind::Sample;
        panel.Emit(SetRule{changed});
        panel.Emit(EndEdit{});
    }
    panel.Spot("recipe.rule", field);
    column.y = field.max.y + panel.Px(m.section_gap);
    if (rule.kind == RuleKind::Greedy) return;
    for (const RuleNumber& row : kRuleNumbers) {
        const double number = row.get(rule);
        if (const auto edited =
                DrawNumberRow(panel, column, row.hotspot, row.label, number, row.whole, row.step)) {
            SelectionRule changed = rule;
            row.set(changed, *edited);
            panel.Emit(SetRule{changed});
        }
    }
}

void DrawSeed(const Panel& panel, Column& column) {
    const SelectionRule& rule = RecipeOf(panel).rule;
    if (rule.kind == RuleKind::Greedy) {
        RecipeForm(panel, column).Fixed("recipe.seed", "Seed", "not used");
        return;
    }
    constexpr double kLargestSeed = 9007199254740992.0;  // 2^53: beyond it a double skips integers
    if (const auto edited = DrawNumberRow(panel, column, "recipe.seed", "Seed",
                                          static_cast<double>(rule.seed), true, 0.2)) {
        SelectionRule changed = rule;
        changed.seed = static_cast<std::uint64_t>(std::clamp(*edited, 0.0, kLargestSeed));
        panel.Emit(SetRule{changed});
    }
}

void DrawTokensToSelect(const Panel& panel, Column& column) {
    if (const auto edited = DrawNumberRow(panel, column, "recipe.tokens", "Tokens to select",
                                          RecipeOf(panel).tokens, true, 0.1)) {
        panel.Emit(SetTokens{static_cast<int>(std::clamp(*edited, 1.0, double{kMostSelected}))});
    }
}

// The first sentences of a text that fit into so many lines; all of it where not even one does.
std::string_view SentencesThatFit(const Pen& pen, std::string_view text, float width, int lines) {
    for (size_t end = text.rfind(". "); end != std::string_view::npos && end > 0;
         end = text.rfind(". ", end - 1)) {
        const std::string_view sentences = text.substr(0, end + 1);
        if (pen.Lines(sentences, width) <= lines) return sentences;
    }
    return text;
}

// As much of the model's note as there is room for; all of it under the mouse.
void DrawNote(const Panel& panel, Column& column, float bottom) {
    const std::string& note = RecipeOf(panel).model->note;
    if (note.empty()) return;
    const Pen pen = panel.pen().Muted();
    const float line = panel.Px(panel.theme.metrics.line_height);
    const int lines = pen.Lines(note, column.width());
    const int fitting = static_cast<int>((bottom - column.y) / line);
    const int shown = std::clamp(fitting, 2, lines > 2 ? lines : 2);
    const float top = column.y - line / 2;
    const std::string_view text =
        shown < lines ? SentencesThatFit(pen, note, column.width(), shown) : std::string_view(note);
    WriteParagraph(pen, column, text, shown);
    if (shown < lines)
        Tip(panel.theme, {{column.left, top}, {column.right, column.y - line / 2}}, note);
}

}  // namespace

Form RecipeForm(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    return panel.FormIn(
        column,
        {.row = m.row_height, .field_height = m.number_height, .field_width = m.cell_width});
}

std::optional<double> DrawNumberRow(const Panel& panel, Column& column, const std::string& hotspot,
                                    std::string_view label, double number, bool whole,
                                    double step) {
    const NumberStyle style{.framed = false, .as_typed = true, .whole = whole, .step = step};
    const NumberEdit edit = RecipeForm(panel, column).Number(hotspot, label, number, style);
    if (edit.ended) panel.Emit(EndEdit{});
    return edit.changed;
}

void DrawRecipePanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("recipe", panel.theme, area, c.panel, true);
    const Pen pen = panel.pen();
    const float top = ImGui::GetCursorScreenPos().y;  // moves up as the panel is scrolled
    Column column = ColumnIn(area, panel.Px(m.margin), top + panel.Px(m.margin));
    pen.In(FontRole::PanelTitle).Write({column.left, column.y}, "Recipe");
    column.y += panel.Px(m.title_gap);

    if (ShowsAllNumbers(*RecipeOf(panel).model)) {
        DrawPrompt(panel, column);
        DrawEmbeddings(panel, column);
        DrawWeights(panel, column);
        DrawOutputMatrix(panel, column);
        DrawConstants(panel, column);
    } else {
        DrawShapeTable(panel, column);
        DrawPrompt(panel, column);
    }
    DrawRule(panel, column);
    DrawTokensToSelect(panel, column);
    DrawSeed(panel, column);
    if (!ShowsAllNumbers(*RecipeOf(panel).model)) {
        DrawConstants(panel, column);
        DrawVocabulary(panel, column);
    }
    DrawParameterTable(panel, column);
    column.y += panel.Px(m.gap);
    DrawNote(panel, column, area.max.y);

    column.y -= panel.Px(m.line_height) / 2;
    EndColumn(column);
    pen.In(c.line).Vertical(area.max.x - panel.theme.Whole(m.hairline), area.min.y, area.max.y);
    EndPanel();
    DrawTokenMenu(panel, area);
}

}  // namespace decodescope
