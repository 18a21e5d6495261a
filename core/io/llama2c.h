// Checkpoints and tokenizers of karpathy/llama2.c, in the first version of its format (run.c):
//
//   checkpoint: 7 int32   dim, hidden, layers, heads, KV heads, vocabulary, context
//               float32   each of these for all layers, row-major (out, in): token embedding ·
//                         attention norm · wq · wk · wv · wo · MLP norm · w1 (gate) · w2 (down) ·
//                         w3 (up) · final norm · two RoPE tables (not used) · output matrix (only
//                         if the vocabulary is negative in the header; else it is the embedding)
//   tokenizer:  uint32    length of the longest token
//               tokens    each a float32 score, int32 length, bytes
//
// All little-endian. Such models have RMSNorm (eps 1e-5), RoPE on interleaved pairs, residuals and
// SwiGLU. Token 1 begins a prompt, and selecting it ends a response.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/work_progress.h"
#include "core/model/model.h"

namespace decodescope {

struct Llama2cHeader {
    int dim = 0;
    int hidden = 0;
    int layers = 0;
    int heads = 0;
    int kv_heads = 0;
    int vocabulary = 0;
    int context = 0;
    bool has_own_output = false;

    // The size of the whole file in bytes.
    std::uint64_t FileSize() const;
};

constexpr std::size_t kLlama2cHeaderSize = 7 * sizeof(std::int32_t);

// Reads the header from the first bytes of a checkpoint. Throws Error naming the field that is out
// of range or does not fit another one, or where together they do not give the file's size.
Llama2cHeader ParseLlama2cHeader(std::string_view start, std::uint64_t file_size,
                                 const std::string& file_name);

// Throws Error where the file is not exactly `vocabulary` tokens.
Tokenizer ParseLlama2cTokenizer(std::string_view bytes, int vocabulary,
                                const std::string& file_name);

// `tokenizer` must have as many tokens as the header says.
// `progress` counts numbers; it may be null.
Model ParseLlama2cCheckpoint(std::string_view bytes, Tokenizer tokenizer,
                             const std::string& file_name, WorkProgress* progress = nullptr);

// Reads a checkpoint with its tokenizer; where none is named, with tok<vocabulary>.bin or
// tokenizer.bin in the same folder. Nothing large is read before the header has been checked.
Model ReadLlama2c(const std::filesystem::path& path,
                  const std::optional<std::filesystem::path>& tokenizer,
                  WorkProgress* progress = nullptr);

}  // namespace decodescope
