// What the recipe panel is made of: parts that draw below each other.
#pragma once

#include <string_view>

#include "app/panels/panel.h"

namespace decodescope {

// Where the next part begins, and how wide it may be. Every part moves `y` below itself.
struct Column {
    float x = 0;
    float y = 0;  // the middle of the next line
    float width = 0;

    float right() const { return x + width; }
};

// Whether the model is small enough for all its numbers to stand here.
bool ShowsAllNumbers(const Model& model);

void DrawEmbeddings(const Panel& panel, Column& column);
void DrawWeights(const Panel& panel, Column& column);
void DrawOutputMatrix(const Panel& panel, Column& column);
void DrawShapeTable(const Panel& panel, Column& column);

void DrawSectionLabel(const Panel& panel, Column& column, std::string_view label);

}  // namespace decodescope
