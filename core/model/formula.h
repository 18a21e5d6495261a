// The formula of a computed value as one model has it.
#pragma once

#include <string>

#include "core/model/model.h"
#include "core/model/tensor_table.h"

namespace decodescope {

// The table's formula (TensorInfo::formula) is that of the most general model. Here it is without
// what this model lacks: "q = WQ x" where there is no norm and no bias. Empty for a parameter.
std::string FormulaOf(const Model& model, TensorId tensor, int layer);

}  // namespace decodescope
