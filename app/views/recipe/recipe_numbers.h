// The numbers of a model that is small enough to show them all: embeddings, weights and the output
// matrix.
#pragma once

#include <string>

#include "app/panel/panel.h"

namespace decodescope {

// Whether the model is small enough for all its numbers to be shown here.
bool ShowsAllNumbers(const Model& model);

void DrawEmbeddings(const Panel& panel, Column& column);
void DrawWeights(const Panel& panel, Column& column);
void DrawOutputMatrix(const Panel& panel, Column& column);

// One number of the model, edited in place.
void DrawParameter(const Panel& panel, const Cell& cell, Area area, NumberStyle style,
                   std::string extra_hotspot = {});

}  // namespace decodescope
