#include "app/views/recipe/recipe_panel.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/apply/screen_commands.h"
#include "app/views/recipe/recipe_constants.h"
#include "app/views/recipe/recipe_form.h"
#include "app/views/recipe/recipe_numbers.h"
#include "app/views/recipe/recipe_parameters.h"
#include "app/views/recipe/recipe_rule.h"
#include "app/views/recipe/recipe_shape.h"
#include "app/views/recipe/recipe_vocabulary.h"
#include "app/views/recipe/token_menu.h"
#include "app/widgets/wrapped_field.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// What was done to the prompt with Ctrl+Z: a text that cannot be used is dropped first.
void EmitUndo(const Panel& panel) {
    if (panel.state.ui.refused.OfPrompt()) return panel.Emit(DropTyped{std::string(kPromptField)});
    panel.Emit(EndEdit{});
    panel.Emit(Undo{});
}

// As it was typed, even if it cannot be used.
void DrawPromptField(const Panel& panel, Column& column) {
    const Refusal* const refused = panel.state.ui.refused.OfPrompt();
    const std::string& prompt = refused ? refused->typed : RecipeOf(panel).prompt;
    const WrappedStyle style{.wrong = refused != nullptr};
    const Area field = column.Block(WrappedFieldHeight(panel.theme, prompt, column.width(), style));
    const WrappedEdit edit = WrappedField("##prompt", panel.theme, field, prompt, style);
    if (!edit.refused.empty()) panel.Emit(ShowMessage{edit.refused, Topic::Edit});
    if (edit.changed) panel.Emit(SetPrompt{*edit.changed});
    if (edit.undone)
        EmitUndo(panel);
    else if (edit.ended)
        panel.Emit(EndEdit{});
    if (edit.escaped) panel.Emit(DropTyped{std::string(kPromptField)});
    panel.Spot(std::string(kPromptField), field);
    column.y = field.max.y + panel.Px(panel.theme.metrics.section_gap);
}

// In the batch, whose requests have prompts of their own: dimmed, and not to be typed into.
void DrawUnusedPrompt(const Panel& panel, Column& column) {
    constexpr int kMostLines = 2;
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const std::string& prompt = RecipeOf(panel).prompt;
    const float pad = panel.Px(m.field_padding), line = panel.Px(m.line_height);
    const Pen pen = panel.pen().Muted();
    const int lines = std::clamp(pen.Lines(prompt, column.width() - 2 * pad), 1, kMostLines);
    const Area box = column.Block(static_cast<float>(lines) * line + panel.Px(m.gap));
    pen.In(c.canvas).Fill(box, m.field_radius);
    pen.WriteParagraph({box.min.x + pad, box.min.y + (panel.Px(m.gap) + line) / 2}, prompt,
                       box.width() - 2 * pad, kMostLines);
    Tip(panel.theme, box, "The other views decode this prompt: " + prompt);
    panel.Spot("recipe.prompt_unused", box);
    column.y = box.max.y + panel.Px(m.gap) + line / 2;
    WriteParagraph(pen, column, "Not used here: each request of the batch has its own prompt.");
    column.y += panel.Px(m.section_gap) - line / 2;
}

void DrawPrompt(const Panel& panel, Column& column) {
    const float label_y = column.y;
    DrawSectionLabel(panel, column, "Prompt");
    if (panel.state.ui.view == View::Batch) return DrawUnusedPrompt(panel, column);
    if (!ShowsAllNumbers(ModelOf(panel))) {
        panel.pen().Muted().WriteRight({column.right, label_y},
                                       CountText(panel.recording().prompt_length(), "token"));
    }
    DrawPromptField(panel, column);
}

// As many of the first sentences of a text as fit into `lines` lines; all of it if not even one
// does.
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

void DrawRecipePanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("recipe", panel.theme, area, c.panel, true);
    const Pen pen = panel.pen();
    const float top = ImGui::GetCursorScreenPos().y;  // moves up as the panel is scrolled
    Column column = ColumnIn(area, panel.Px(m.margin), top + panel.Px(m.margin));
    pen.In(FontRole::PanelTitle).Write({column.left, column.y}, "Recipe");
    column.y += panel.Px(m.title_gap);

    if (ShowsAllNumbers(ModelOf(panel))) {
        DrawPrompt(panel, column);
        DrawEmbeddings(panel, column);
        DrawWeights(panel, column);
        DrawOutputMatrix(panel, column);
        DrawConstants(panel, column);
    } else {
        DrawShapeTable(panel, column);
        DrawPrompt(panel, column);
    }
    DrawSelectionRule(panel, column);
    if (!ShowsAllNumbers(ModelOf(panel))) {
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
