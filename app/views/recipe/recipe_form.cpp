#include "app/views/recipe/recipe_form.h"

#include "app/panel/number_edit.h"

namespace decodescope {

void DrawSectionLabel(const Panel& panel, Column& column, std::string_view label) {
    panel.pen().Muted().WriteIn(column.Line(panel.Px(panel.theme.metrics.line_height)), label);
    column.y += panel.Px(panel.theme.metrics.label_gap);
}

Form RecipeForm(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    return panel.FormIn(
        column,
        {.row = m.row_height, .field_height = m.number_height, .field_width = m.cell_width});
}

std::optional<double> DrawNumberRow(const Panel& panel, Column& column, const std::string& hotspot,
                                    std::string_view label, double number, bool whole, double step,
                                    std::optional<NumberLimits> limits) {
    const NumberStyle style{
        .framed = false, .as_typed = true, .whole = whole, .step = step, .limits = limits};
    const NumberEdit edit = RecipeForm(panel, column).Number(hotspot, label, number, style);
    EmitEditEnd(panel, hotspot, edit);
    return edit.changed;
}

void DrawRefusal(const Panel& panel, Column& column, std::string_view field) {
    const Refusal* const refused = panel.state.ui.refused.Of(field);
    if (!refused) return;
    WriteParagraph(panel.pen(), column, refused->why);
    column.y += panel.Px(panel.theme.metrics.gap);
}

}  // namespace decodescope
