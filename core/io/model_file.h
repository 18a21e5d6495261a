// Models read from TOML text, written by hand or by model_writer.h. docs/model-files.md describes
// the format.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/model/model.h"
#include "core/toml/bounded_toml.h"

namespace decodescope {

// Throws Error with file:line:column where the text is not a model. The result is valid (Validate).
Model ParseModel(std::string_view text, const std::string& file_name);
Model ReadModelFile(const std::filesystem::path& path);

// The model that a table describes: a whole file, or the [model] table of a recipe. `prefix`
// precedes the names of its keys in messages: "" or "model.".
Model ModelFromToml(const TomlDocument& document, const TomlValue& table,
                    const std::string& prefix);

}  // namespace decodescope
