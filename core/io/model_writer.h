// Models written as TOML text. What has its default value is left out.
#pragma once

#include <string>

#include "core/model/model.h"

namespace decodescope {

// TOML that reads back as an equal model, every number bit for bit (but the payload of a NaN).
std::string FormatModel(const Model& model);

// The same without the comment at its head, its tables named [model.…], as a recipe has it.
std::string FormatInlineModel(const Model& model);

}  // namespace decodescope
