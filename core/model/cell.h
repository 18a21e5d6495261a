// One number of a model or a recording, and its name.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/tensor_table.h"

namespace decodescope {

// Names one number. Rows of computed tensors are absolute positions, so no pass needs to be named:
// each position is computed by exactly one. `layer` and `head` are 0 where the tensor has none.
struct Cell {
    TensorId tensor = TensorId::ResidualIn;
    int layer = 0;
    int head = 0;
    int row = 0;
    int column = 0;

    friend auto operator<=>(const Cell&, const Cell&) = default;
};

// "weights.0.0.2.1": tensor, layer, head, row, column. CellNamed reads it back; nothing where the
// text names no cell.
std::string NameOf(const Cell& cell);
std::optional<Cell> CellNamed(std::string_view name);

// "w[2,1]", with the layer and head where a model has several: "w[2,1] of layer 3, head 5".
std::string SymbolOf(const Config& config, const Cell& cell);

}  // namespace decodescope
