// Numbers that are edited where they are drawn, in the pass and in the inspector.
#pragma once

#include <optional>
#include <string>

#include "app/panel/panel.h"

namespace decodescope {

// The parameter that a drawn number is: itself where it is one, or the only number that it was made
// from, as x is the embedding where a model has no positions.
std::optional<Cell> ParameterShownAt(const Panel& panel, const Cell& cell);

// Emits the command to edit the number of a cell, if it is a parameter; `hotspot` is where it is
// drawn.
void EmitInlineEdit(const Panel& panel, const Cell& cell, std::string hotspot);

// The field over the number that is being edited. Enter, Tab and a click elsewhere end it, Escape
// restores the old number. Draws its own window: after all panels.
void DrawInlineEdit(const Panel& panel);

}  // namespace decodescope
