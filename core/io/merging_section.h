// The [merging] section of a TOML model: how its tokens merge, where it came from a file of real
// models.
#pragma once

#include <string>

#include "core/tokenizer/tokenizer.h"
#include "core/toml/toml_reader.h"

namespace decodescope {

// The keys of the section, without its head; the tokenizer must have merging rules.
std::string FormatMerging(const Tokenizer& tokenizer);

// Sets kind and merging rules of a tokenizer whose pieces have been read. Throws Error with
// file:line:column.
void ReadMerging(const TomlReader& reader, const TomlValue& section, const std::string& name,
                 Tokenizer& tokenizer);

}  // namespace decodescope
