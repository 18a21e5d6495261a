// The hash against the examples of the standard, and the hashes that identify a model.

#include "core/base/sha256.h"

#include "core/base/bytes.h"
#include "core/model/edit_config.h"
#include "core/model/model_id.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

TEST_CASE("SHA-256 gives the digests of the standard's examples") {
    // NIST, "Examples with Intermediate Values" for FIPS 180-4, and its test of a million letters.
    CHECK(HexOf(Sha256Of("")) ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(HexOf(Sha256Of("abc")) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(HexOf(Sha256Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(HexOf(Sha256Of(std::string(1000000, 'a'))) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("Bytes hashed in pieces give the digest of the whole, wherever they are cut") {
    std::string bytes;
    for (int i = 0; i < 150; ++i) bytes += static_cast<char>(7 * i);
    for (size_t cut = 0; cut <= bytes.size(); ++cut) {
        Sha256 hash;
        hash.Add(std::string_view(bytes).substr(0, cut));
        hash.Add(std::string_view(bytes).substr(cut));
        CHECK(hash.Finish() == Sha256Of(bytes));
    }
}

TEST_CASE("Numbers become bytes with the lowest first and come back") {
    std::string bytes;
    AppendBytes(bytes, std::uint32_t{0x01020304});
    AppendBytes(bytes, -2.0);  // 0xC000000000000000 in IEEE 754
    CHECK(bytes == std::string("\x04\x03\x02\x01\0\0\0\0\0\0\0\xC0", 12));
    CHECK(NumberAt<std::uint32_t>(bytes) == 0x01020304);
    CHECK(NumberAt<double>(std::string_view(bytes).substr(4)) == -2.0);
}

TEST_CASE("A model's name says which part of it differs") {
    const Model toy = ToyModel();
    const ModelId id = IdOf(toy);
    const auto parts = [&](const Model& other) { return DifferingParts(id, IdOf(other)); };

    Model other = toy;
    other.name = "another name";
    other.note = "another note";
    other.example_prompt = "B";
    CHECK(parts(other) == "");
    CHECK(WholeOf(IdOf(other)) == WholeOf(id));

    other.tokenizer.pieces[2] = "D";
    CHECK(parts(other) == "the vocabulary");
    other.config.attention_scale *= 2;
    CHECK(parts(other) == "the configuration and the vocabulary");
    other =
        WithParameter(other, {.tensor = TensorId::TokenEmbedding, .row = 1, .column = 1}, -0.25);
    CHECK(parts(other) == "the configuration, the weights and the vocabulary");
    CHECK(WholeOf(IdOf(other)) != WholeOf(id));

    const Config config = RandomConfig(3);
    const std::string precision = DifferingParts(IdOf(RandomModel(config, 1, Precision::Float32)),
                                                 IdOf(RandomModel(config, 1, Precision::Float64)));
    CHECK(precision == "the configuration and the weights");
}

TEST_CASE("Every single weight is part of a model's name") {
    const Model toy = ToyModel();
    const ModelId id = IdOf(toy);
    for (int i = 0; i < kTensorCount; ++i) {
        const auto value = static_cast<TensorId>(i);
        if (!InfoOf(value).is_parameter) continue;
        const ParameterShape shape = ShapeOf(toy, value, 0);
        for (int row = 0; row < shape.rows; ++row) {
            for (int column = 0; column < shape.columns; ++column) {
                const Cell cell{.tensor = value, .row = row, .column = column};
                if (!HasParameter(toy, cell)) continue;
                const Model changed = WithParameter(toy, cell, ParameterAt(toy, cell) + 1);
                INFO(NameOf(cell));
                CHECK(DifferingParts(id, IdOf(changed)) == "the weights");
            }
        }
    }
}

}  // namespace
}  // namespace decodescope
