// The tokenizer in the metadata of a GGUF file: tokenizer.ggml.model is "gpt2" (bytes, merged by
// rank) or "llama" (SentencePiece, merged by score).
#pragma once

#include "core/checkpoint/gguf.h"
#include "core/checkpoint/vocabulary_builder.h"

namespace decodescope {

// `vocabulary_size` is that of the embedding, which may have more rows than there are tokens.
// Throws Error for a tokenizer that is not read, naming it, and for one that is damaged.
TokenizerFacts GgufTokenizer(const Gguf& gguf, int vocabulary_size);

}  // namespace decodescope
