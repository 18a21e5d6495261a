// Models as TOML text, written by hand or by the program. docs/model-files.md describes the format.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/io/bounded_toml.h"
#include "core/model/model.h"

namespace decodescope {

// Throws Error with file:line:column where the text is no model. The result is valid (Validate).
Model ParseModel(std::string_view text, const std::string& file_name);
Model ReadModelFile(const std::filesystem::path& path);

// The model that a table describes: a whole file, or the [model] table of a recipe. `prefix` stands
// before the names of its keys in messages: "" or "model.".
Model ModelFromToml(const TomlDocument& document, const TomlValue& table,
                    const std::string& prefix);

// TOML that reads back as an equal model, every number bit for bit (but the payload of a NaN).
std::string FormatModel(const Model& model);

// The same without the comment at its head, its tables named [model.…], as it stands in a recipe.
std::string FormatInlineModel(const Model& model);

}  // namespace decodescope
