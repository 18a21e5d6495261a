#include "tests/support/checkpoint.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace decodescope {
namespace {

std::string LittleEndian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>((number >> shift) & 0xFF);
    }
    return bytes;
}

// The floats after the header, counted in the order in which run.c reads them.
int CountWeights(const CheckpointHead& head) {
    const int vocabulary = std::abs(head.vocabulary);
    const int head_dim = head.dim / head.heads;
    int count = vocabulary * head.dim;                               // token embedding
    count += head.layers * head.dim;                                 // attention norm
    count += head.layers * head.dim * head.heads * head_dim;         // wq
    count += 2 * head.layers * head.dim * head.kv_heads * head_dim;  // wk, wv
    count += head.layers * head.heads * head_dim * head.dim;         // wo
    count += head.layers * head.dim;                                 // MLP norm
    count += 3 * head.layers * head.dim * head.hidden;               // w1, w2, w3
    count += head.dim;                                               // final norm
    count += 2 * (head.context * head_dim / 2);                      // RoPE tables
    if (head.vocabulary < 0) count += vocabulary * head.dim;         // classifier
    return count;
}

}  // namespace

std::string BytesOf(std::int32_t number) {
    return LittleEndian(std::bit_cast<std::uint32_t>(number));
}
std::string BytesOf(float number) { return LittleEndian(std::bit_cast<std::uint32_t>(number)); }

std::string HeadBytes(const CheckpointHead& head) {
    return BytesOf(head.dim) + BytesOf(head.hidden) + BytesOf(head.layers) + BytesOf(head.heads) +
           BytesOf(head.kv_heads) + BytesOf(head.vocabulary) + BytesOf(head.context);
}

std::string CheckpointBytes(const CheckpointHead& head) {
    std::string bytes = HeadBytes(head);
    for (int i = 0; i < CountWeights(head); ++i) bytes += BytesOf(static_cast<float>(i));
    return bytes;
}

std::string TokenizerBytes(const std::vector<std::string>& tokens) {
    size_t longest = 0;
    for (const std::string& token : tokens) longest = std::max(longest, token.size());
    std::string bytes = BytesOf(static_cast<std::int32_t>(longest));
    float score = 0;
    for (const std::string& token : tokens) {
        bytes += BytesOf(score) + BytesOf(static_cast<std::int32_t>(token.size())) + token;
        score -= 1;
    }
    return bytes;
}

}  // namespace decodescope
