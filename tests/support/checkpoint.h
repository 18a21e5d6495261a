// Small llama2.c files, built byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace decodescope {

// The seven numbers of a checkpoint's header, as in the file.
struct CheckpointHead {
    std::int32_t dim = 4;
    std::int32_t hidden = 3;
    std::int32_t layers = 2;
    std::int32_t heads = 2;
    std::int32_t kv_heads = 1;
    std::int32_t vocabulary = 5;
    std::int32_t context = 6;
};

std::string BytesOf(std::int32_t number);
std::string BytesOf(float number);

// The header alone.
std::string HeadBytes(const CheckpointHead& head);

// A checkpoint whose weights count up: 0, 1, 2, … in the order of the file.
std::string CheckpointBytes(const CheckpointHead& head);

// A tokenizer of these tokens, with scores 0, -1, -2, …
std::string TokenizerBytes(const std::vector<std::string>& tokens);

}  // namespace decodescope
