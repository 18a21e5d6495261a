// How a text is cut into words before pairs are merged within each: by patterns that came with the
// models. They are regular expressions in tokenizer.json, and names in GGUF; here they are written
// out, so that no text can make one of them slow.
#pragma once

#include <string_view>
#include <vector>

namespace decodescope {

enum class PreTokenizer {
    None,          // the text is one word
    Gpt2,          // 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
    SmolLm,        // each number character by itself; between them as GPT-2
    Llama3,        // (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|
                   // ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
    Qwen2,         // as Llama 3, but \p{N} for \p{N}{1,3}
    BeforeSpaces,  // a word begins at each space (Metaspace with "split": true)
};

// The words of a text, in order; side by side they are the text. A byte that is not UTF-8 is a
// character that is neither letter, number nor space.
std::vector<std::string_view> SplitIntoWords(PreTokenizer how, std::string_view text);

}  // namespace decodescope
