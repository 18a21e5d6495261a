#include "tests/support/gguf_writer.h"

#include <cmath>

#include "core/base/bytes.h"

namespace decodescope {
namespace {

constexpr std::size_t kAlignment = 32;

void Pad(std::string& bytes) {
    bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment);
}

void AppendString(std::string& bytes, std::string_view text) {
    AppendBytes(bytes, static_cast<std::uint64_t>(text.size()));
    bytes += text;
}

}  // namespace

void GgufWriter::Pair(const std::string& key, std::uint32_t type) {
    ++pairs_;
    AppendString(metadata_, key);
    AppendBytes(metadata_, type);
}

GgufWriter& GgufWriter::Integer(const std::string& key, std::uint32_t number) {
    Pair(key, 4);
    AppendBytes(metadata_, number);
    return *this;
}

GgufWriter& GgufWriter::Number(const std::string& key, float number) {
    Pair(key, 6);
    AppendBytes(metadata_, number);
    return *this;
}

GgufWriter& GgufWriter::Flag(const std::string& key, bool flag) {
    Pair(key, 7);
    metadata_ += flag ? '\1' : '\0';
    return *this;
}

GgufWriter& GgufWriter::Text(const std::string& key, std::string_view text) {
    Pair(key, 8);
    AppendString(metadata_, text);
    return *this;
}

GgufWriter& GgufWriter::Texts(const std::string& key, const std::vector<std::string>& texts) {
    Pair(key, 9);
    AppendBytes(metadata_, std::uint32_t{8});
    AppendBytes(metadata_, static_cast<std::uint64_t>(texts.size()));
    for (const std::string& text : texts) AppendString(metadata_, text);
    return *this;
}

GgufWriter& GgufWriter::Tensor(const std::string& name, const std::vector<std::uint64_t>& shape,
                               const std::vector<float>& numbers) {
    std::string bytes;
    for (const float number : numbers) AppendBytes(bytes, number);
    return Raw(name, shape, 0, bytes);
}

GgufWriter& GgufWriter::Raw(const std::string& name, const std::vector<std::uint64_t>& shape,
                            std::uint32_t type, std::string bytes) {
    ++tensors_;
    AppendString(heads_, name);
    AppendBytes(heads_, static_cast<std::uint32_t>(shape.size()));
    for (auto size = shape.rbegin(); size != shape.rend(); ++size) AppendBytes(heads_, *size);
    AppendBytes(heads_, type);
    Pad(data_);
    AppendBytes(heads_, static_cast<std::uint64_t>(data_.size()));
    data_ += bytes;
    return *this;
}

std::string GgufWriter::Bytes() const {
    std::string bytes = "GGUF";
    AppendBytes(bytes, version_);
    AppendBytes(bytes, tensors_);
    AppendBytes(bytes, pairs_);
    bytes += metadata_ + heads_;
    Pad(bytes);
    return bytes + data_;
}

GgufWriter TinyLlama() {
    GgufWriter file;
    file.Text("general.architecture", "llama")
        .Text("general.name", "tiny")
        .Integer("llama.embedding_length", 8)
        .Integer("llama.block_count", 1)
        .Integer("llama.attention.head_count", 2)
        .Integer("llama.attention.head_count_kv", 1)
        .Integer("llama.feed_forward_length", 6)
        .Integer("llama.context_length", 32)
        .Number("llama.attention.layer_norm_rms_epsilon", 1e-5f)
        .Text("tokenizer.ggml.model", "gpt2")
        .Text("tokenizer.ggml.pre", "gpt-2")
        .Texts("tokenizer.ggml.tokens", {"a", "b", "c", "ab", "Ġ"})
        .Texts("tokenizer.ggml.merges", {"a b"})
        .Integer("tokenizer.ggml.eos_token_id", 2);
    int seed = 0;
    const auto numbers = [&seed](std::uint64_t count) {
        std::vector<float> list;
        for (std::uint64_t i = 0; i < count; ++i) {
            list.push_back(static_cast<float>(std::sin(seed++)));
        }
        return list;
    };
    const auto add = [&](const std::string& name, const std::vector<std::uint64_t>& shape) {
        std::uint64_t count = 1;
        for (const std::uint64_t size : shape) count *= size;
        file.Tensor(name, shape, numbers(count));
    };
    add("token_embd.weight", {5, 8});
    add("blk.0.attn_norm.weight", {8});
    add("blk.0.attn_q.weight", {8, 8});
    add("blk.0.attn_k.weight", {4, 8});
    add("blk.0.attn_v.weight", {4, 8});
    add("blk.0.attn_output.weight", {8, 8});
    add("blk.0.ffn_norm.weight", {8});
    add("blk.0.ffn_gate.weight", {6, 8});
    add("blk.0.ffn_up.weight", {6, 8});
    add("blk.0.ffn_down.weight", {8, 6});
    add("output_norm.weight", {8});
    return file;
}

}  // namespace decodescope
