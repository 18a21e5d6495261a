// How a weight is stored, in words and numbers.
#pragma once

#include <optional>
#include <string>

#include "core/model/cell.h"
#include "core/model/model.h"

namespace decodescope {

// "0.0312 = 0.0078 · 4 (Q4_0, block 17)", "0.031 = 0.0021 · 12 · 3 − 0.0043 · 10 (Q4_K, block 5)",
// or "0.0312 (F16)" for a number that is stored by itself. Nothing where the model is from no file
// that says it, and where the weight has been changed since.
std::optional<std::string> StoredWords(const Model& model, const Cell& cell);

}  // namespace decodescope
