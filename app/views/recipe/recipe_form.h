// What the parts of the recipe panel share. They are drawn one below the other in a column; each
// field is an edit of the recipe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/panel/panel.h"

namespace decodescope {

inline const Recipe& RecipeOf(const Panel& panel) { return panel.state.document.recipe; }
inline const Model& ModelOf(const Panel& panel) { return *RecipeOf(panel).model; }

void DrawSectionLabel(const Panel& panel, Column& column, std::string_view label);

// Rows of the panel: a label at the left, a number at the right.
Form RecipeForm(const Panel& panel, Column& column);

// A number that can be changed, between limits if there are any. Returns what it was changed to;
// leaving the field ends the edit.
std::optional<double> DrawNumberRow(const Panel& panel, Column& column, const std::string& hotspot,
                                    std::string_view label, double number, bool whole, double step,
                                    std::optional<NumberLimits> limits = std::nullopt);

// What was typed into a field and could not be used, below it.
void DrawRefusal(const Panel& panel, Column& column, std::string_view field);

}  // namespace decodescope
