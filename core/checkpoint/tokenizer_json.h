// tokenizer.json of Hugging Face's tokenizers: a BPE model with its normalizer, pre-tokenizer and
// added tokens, as far as GPT-2, Llama and Qwen use them.
#pragma once

#include <filesystem>

#include "core/checkpoint/bounded_json.h"
#include "core/checkpoint/vocabulary_builder.h"

namespace decodescope {

// `vocabulary_size` is that of the embedding. End tokens are not in the file. Throws Error for what
// is not read, naming it, and for what is damaged.
TokenizerFacts ReadTokenizerJson(const std::filesystem::path& path, int vocabulary_size);

// The same from JSON that has been parsed.
TokenizerFacts TokenizerFromJson(const Json& json, const std::string& file, int vocabulary_size);

}  // namespace decodescope
