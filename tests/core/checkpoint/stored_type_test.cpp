#include "core/checkpoint/stored_type.h"

#include <bit>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/bytes.h"
#include "tests/support/base64.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

using Json = nlohmann::json;

const StoredType& TypeNamed(std::string_view name) {
    for (const StoredType& type : StoredTypes()) {
        if (type.name == name) return type;
    }
    FAIL("no type " << name);
    return StoredTypes().front();
}

bool SameNumber(float a, float b) {
    return std::isnan(a) ? std::isnan(b)
                         : std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Made by a second implementation in exact arithmetic, tests/reference/dequantize.py.
TEST_CASE("Each type means the numbers that a second implementation finds in its blocks") {
    std::ifstream file("tests/reference/dequantize.json");
    REQUIRE(file.is_open());
    int types = 0;
    const Json reference = Json::parse(file);
    for (const auto& [name, vectors] : reference.items()) {
        INFO(name);
        const StoredType& type = TypeNamed(name);
        const std::string blocks = DecodeBase64(vectors["blocks"].get<std::string>());
        const std::string expected = DecodeBase64(vectors["numbers"].get<std::string>());
        const auto count = static_cast<std::int64_t>(expected.size() / 4);
        REQUIRE(type.BytesFor(count) == static_cast<std::int64_t>(blocks.size()));
        std::vector<float> numbers(static_cast<size_t>(count));
        type.dequantize(blocks.data(), count / type.block_numbers, numbers.data());
        for (std::int64_t i = 0; i < count; ++i) {
            INFO("number " << i);
            const float number = numbers[static_cast<size_t>(i)];
            const auto at = static_cast<size_t>(4 * i);
            REQUIRE(SameNumber(number, NumberAt<float>(std::string_view(expected).substr(at))));
            // What is said about a number is what it is.
            const StoredNumber stored = StoredNumberAt(type, blocks.data(), i);
            REQUIRE((SameNumber(static_cast<float>(stored.Value()), number) || number == 0));
            REQUIRE(stored.block.has_value() == (type.block_numbers > 1));
        }
        ++types;
    }
    CHECK(types == 10);
}

TEST_CASE("F32 is read as it is") {
    std::string bytes;
    for (const float number : {0.0f, -1.5f, 0x1p-149f, 3.25e38f}) AppendBytes(bytes, number);
    std::vector<float> numbers(4);
    TypeNamed("F32").dequantize(bytes.data(), 4, numbers.data());
    CHECK(numbers == std::vector<float>{0.0f, -1.5f, 0x1p-149f, 3.25e38f});
}

TEST_CASE("Types are found by GGUF's numbers and by the names of safetensors") {
    CHECK(StoredTypeOfGguf(12)->name == "Q4_K");
    CHECK(StoredTypeOfGguf(4) == nullptr);  // was taken away
    CHECK(StoredTypeOfSafetensors("BF16")->name == "BF16");
    CHECK(StoredTypeOfSafetensors("") == nullptr);
    CHECK_FALSE(StoredTypeOfSafetensors("I64")->is_read());
    CHECK(ReadStoredTypes() == "F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K and Q6_K");
}

}  // namespace
}  // namespace decodescope
