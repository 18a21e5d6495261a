// The vocabulary of a TOML model.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tokenizer/tokenizer.h"
#include "core/toml/toml_reader.h"

namespace decodescope {

// From the keys tokens, join and scores. Throws Error with file:line:column where there is no
// token, or the same one twice. `prefix` precedes the names of keys in messages.
Tokenizer ReadTokenizer(const TomlReader& reader, const TomlValue& root, const std::string& prefix);

// The token that a key names by its text or its ID; none where the key is left out.
std::optional<TokenId> ReadTokenId(const TomlReader& reader, const TomlValue& root,
                                   std::string_view key, const std::string& prefix,
                                   const Tokenizer& tokenizer);

}  // namespace decodescope
