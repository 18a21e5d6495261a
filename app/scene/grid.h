// The rows of a tensor in a block: numbers where they fit, colour where they do not, and the labels
// around them.
//
//            A 0     B 1             key labels
//   A 0  [ 0.707 ][ ░░░░░ ]
//   B 1  [ 0.000 ][ 0.707 ]          row labels at the left, a row's note after its numbers
#pragma once

#include <string>

#include "app/scene/scene.h"

namespace decodescope {

struct SceneBuilder;

// Numbers if its columns fit into `width`, else a heat map.
struct Grid {
    BlockId block;
    TensorId tensor;
    int layer;
    Point corner;
    float width;
    BlockState state;
    Fill fill = Fill::Neutral;
    HeatScale scale = HeatScale::Signed;
};

// All rows of the pass: those that are high enough as numbers, runs of lower ones as one map.
void AddGrid(SceneBuilder& builder, const Grid& grid);

// One row of numbers; some rows of colour.
void AddNumberRow(SceneBuilder& builder, const Grid& grid, int position, Rect row, int columns);
void AddHeatRows(SceneBuilder& builder, const Grid& grid, int first_position, int rows, Rect place,
                 int columns);

// One cell as a number, or as what is drawn where there is none.
CellBox BoxOf(const SceneBuilder& builder, const Grid& grid, const Cell& cell, Rect place);

// What one number needs, with some room around it.
float WidthOf(const SceneBuilder& builder, const Cell& cell);

int ColumnsOf(const SceneBuilder& builder, TensorId tensor);
bool FitsAsNumbers(const SceneBuilder& builder, TensorId tensor, int columns, float width);

// One tag per row where the rows are high enough, else the first and last position.
void AddRowLabels(SceneBuilder& builder, const Rect& block, float y, BlockState state);

// Beside rows that show what became of those above them: "norm", "RoPE".
void AddSectionLabel(SceneBuilder& builder, const Rect& block, float y, std::string words);

// Above the columns of scores and weights: each key, or the first, middle and last.
void AddKeyLabels(SceneBuilder& builder, const Rect& block, float y, BlockState state);

// Words to the right of a row, whose cells are so wide together, where there is room for them.
void AddRowNote(SceneBuilder& builder, const Rect& block, float y, int row, float cells,
                std::string words);

}  // namespace decodescope
