// From cell to cell by keys: every number that the mouse reaches can be reached without it.
#pragma once

#include <optional>

#include "app/scene/scene.h"

namespace decodescope {

// The nearest cell in a direction (one of dx, dy is -1 or 1, the other 0), among the numbers and
// maps of the block in which `from` is drawn; nothing at the block's edge, or where `from` is not
// drawn.
std::optional<Cell> Neighbour(const Scene& scene, const Cell& from, int dx, int dy);

// The first cell of the block after (by = 1) or before (-1) the one in which `from` is drawn, going
// around at the ends; of the first block where nothing is given. Nothing where the scene has no
// numbers.
std::optional<Cell> CellOfNextBlock(const Scene& scene, const std::optional<Cell>& from, int by);

// Whether there is no block after (by = 1) or before (-1) the one in which a cell is drawn.
bool IsLastBlock(const Scene& scene, const Cell& cell, int by);

}  // namespace decodescope
