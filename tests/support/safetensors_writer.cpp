#include "tests/support/safetensors_writer.h"

#include <cmath>
#include <vector>

#include "core/base/bytes.h"

namespace decodescope {
namespace {

class SafetensorsWriter {
public:
    void Add(const std::string& name, const std::vector<int>& shape) {
        std::size_t count = 1;
        std::string sizes;
        for (const int size : shape) {
            count *= static_cast<std::size_t>(size);
            sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
        }
        const std::size_t begin = data_.size();
        for (std::size_t i = 0; i < count; ++i)
            AppendBytes(data_, static_cast<float>(std::sin(seed_++)));
        header_ += (header_.empty() ? "" : ", ") + ("\"" + name) +
                   "\": {\"dtype\": \"F32\", \"shape\": [" + sizes + "], \"data_offsets\": [" +
                   std::to_string(begin) + ", " + std::to_string(data_.size()) + "]}";
    }

    std::string Bytes() const {
        const std::string header = "{" + header_ + "}";
        std::string bytes;
        AppendBytes(bytes, static_cast<std::uint64_t>(header.size()));
        return bytes + header + data_;
    }

private:
    std::string header_, data_;
    int seed_ = 0;
};

}  // namespace

std::map<std::string, std::string> TinyGpt2Files() {
    SafetensorsWriter file;
    file.Add("wte.weight", {5, 4});
    file.Add("wpe.weight", {8, 4});
    for (const char* norm : {"h.0.ln_1", "h.0.ln_2", "ln_f"}) {
        file.Add(norm + std::string(".weight"), {4});
        file.Add(norm + std::string(".bias"), {4});
    }
    const auto add = [&](const std::string& name, int in, int out) {
        file.Add(name + ".weight", {in, out});
        file.Add(name + ".bias", {out});
    };
    add("h.0.attn.c_attn", 4, 12);
    add("h.0.attn.c_proj", 4, 4);
    add("h.0.mlp.c_fc", 4, 16);
    add("h.0.mlp.c_proj", 16, 4);
    return {{"model.safetensors", file.Bytes()},
            {"config.json",
             R"({"model_type": "gpt2", "n_embd": 4, "n_layer": 1, "n_head": 2, "n_positions": 8,
                 "layer_norm_epsilon": 1e-05, "activation_function": "gelu_new", "eos_token_id": 4})"},
            {"tokenizer.json",
             R"({"added_tokens": [{"id": 4, "content": "<end>", "special": true}],
                 "normalizer": null,
                 "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false},
                 "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "Ġ": 3},
                           "merges": ["a b"]}})"}};
}

}  // namespace decodescope
