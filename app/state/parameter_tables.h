// The tables of parameters that a model has: its matrices and vectors, by name and layer.
#pragma once

#include <string>
#include <vector>

#include "app/state/state.h"

namespace decodescope {

// In the order of the table of tensors, layer by layer; never empty, because every model has an
// embedding. A tied output matrix has no table of its own.
std::vector<ParameterTable> TablesOf(const Model& model);

// "token embedding", "query projection, layer 3".
std::string NameOf(const Model& model, const ParameterTable& table);

// "change embedding of A", "change query projection": an edit's name in the history.
std::string NameOfChange(const Model& model, const Cell& parameter);

}  // namespace decodescope
