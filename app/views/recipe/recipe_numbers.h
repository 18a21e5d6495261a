// What the recipe panel is made of: parts that draw one below the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/panel/panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/form.h"

namespace decodescope {

// Whether the model is small enough for all its numbers to be shown here.
bool ShowsAllNumbers(const Model& model);

// --- recipe_parts.cpp
void DrawEmbeddings(const Panel& panel, Column& column);
void DrawWeights(const Panel& panel, Column& column);
void DrawOutputMatrix(const Panel& panel, Column& column);
void DrawShapeTable(const Panel& panel, Column& column);

void DrawSectionLabel(const Panel& panel, Column& column, std::string_view label);

// One number of the model, edited in place.
void DrawParameter(const Panel& panel, const Cell& cell, Area area, NumberStyle style,
                   std::string extra_hotspot = {});

// --- recipe_panel.cpp: the rows of the panel, a label at the left and a field at the right. What a
// number was changed to; leaving its field ends the edit.
Form RecipeForm(const Panel& panel, Column& column);
std::optional<double> DrawNumberRow(const Panel& panel, Column& column, const std::string& hotspot,
                                    std::string_view label, double number, bool whole, double step);

// --- recipe_vocabulary.cpp: a token as a chip that opens its menu, and a button at the end of a
// line that adds one.
void DrawToken(const Panel& panel, Area chip, TokenId id);
void DrawAddToken(const Panel& panel, Area line);

// All tokens as a list that scrolls and can be searched.
void DrawVocabulary(const Panel& panel, Column& column);

// The name of the token whose menu is open, and what can be done with it. A window of its own;
// It stays within `panel_area`.
void DrawTokenMenu(const Panel& panel, Area panel_area);

// --- recipe_parameters.cpp: any table of the model's parameters that is not shown above already.
void DrawParameterTable(const Panel& panel, Column& column);

// --- recipe_constants.cpp: the attention scale, epsilon, the base of RoPE, the KV heads.
void DrawConstants(const Panel& panel, Column& column);

// What was typed into a field and could not be used, below it.
void DrawRefusal(const Panel& panel, Column& column, std::string_view field);

}  // namespace decodescope
