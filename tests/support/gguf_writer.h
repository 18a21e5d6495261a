// Small GGUF files, built value by value: right ones, and wrong ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

class GgufWriter {
public:
    explicit GgufWriter(std::uint32_t version = 3) : version_(version) {}

    GgufWriter& Integer(const std::string& key, std::uint32_t number);
    GgufWriter& Number(const std::string& key, float number);
    GgufWriter& Flag(const std::string& key, bool flag);
    GgufWriter& Text(const std::string& key, std::string_view text);
    GgufWriter& Texts(const std::string& key, const std::vector<std::string>& texts);

    // Numbers in rows of shape.back(); of GGUF's type F32.
    GgufWriter& Tensor(const std::string& name, const std::vector<std::uint64_t>& shape,
                       const std::vector<float>& numbers);

    // Bytes of any type, with any head.
    GgufWriter& Raw(const std::string& name, const std::vector<std::uint64_t>& shape,
                    std::uint32_t type, std::string bytes);

    std::string Bytes() const;

private:
    void Pair(const std::string& key, std::uint32_t type);

    std::uint32_t version_;
    std::uint64_t pairs_ = 0, tensors_ = 0;
    std::string metadata_, heads_, data_;
};

// A llama of one layer, two heads of four numbers and the tokens of `texts`, with weights that
// differ.
GgufWriter TinyLlama();

}  // namespace decodescope
