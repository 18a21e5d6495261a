#include "core/checkpoint/gguf.h"

#include "core/base/bytes.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

// What opening these bytes says.
std::string ErrorOfBytes(const std::string& bytes) {
    const TemporaryFolder folder;
    const auto path = folder.Write("m.gguf", bytes);
    const std::string error = ErrorOf([&] { ReadGguf(path); });
    const size_t at = error.find(", " + path.string());
    return at == std::string::npos ? error : error.substr(0, at);
}

Gguf Read(const TemporaryFolder& folder, const GgufWriter& writer) {
    return ReadGgufFile(std::make_shared<MappedFile>(folder.Write("m.gguf", writer.Bytes())));
}

TEST_CASE("Metadata and tensors of a GGUF file are found by name") {
    const TemporaryFolder folder;
    GgufWriter writer(2);
    writer.Integer("n", 7)
        .Number("x", 1e-5f)
        .Text("s", "abc")
        .Flag("f", true)
        .Texts("l", {"", "z"});
    writer.Tensor("t", {2, 3}, {1, 2, 3, 4, 5, 6});
    const Gguf gguf = Read(folder, writer);
    CHECK(gguf.Find("n")->Integer() == 7);
    CHECK_FALSE(gguf.Find("n")->Text());
    CHECK(gguf.Find("x")->Number() == 1e-5);  // as it was written, not 9.99999974737875e-06
    CHECK(gguf.Find("s")->Text() == "abc");
    CHECK(gguf.Find("f")->Boolean() == true);
    CHECK(gguf.Find("l")->Texts() == std::vector<std::string_view>{"", "z"});
    CHECK(gguf.Find("none") == nullptr);
    const StoredTensor* const tensor = gguf.tensors.Find("t");
    REQUIRE(tensor != nullptr);
    CHECK(tensor->shape == std::vector<std::int64_t>{2, 3});
    CHECK(NumberAt<float>(tensor->bytes.substr(20)) == 6);
}

TEST_CASE("A model of one layer is read from a GGUF file") {
    const TemporaryFolder folder;
    const Model model = ReadGguf(folder.Write("m.gguf", TinyLlama().Bytes()));
    CHECK(model.name == "tiny");
    CHECK(model.note == "A GGUF file, architecture llama, weights stored as F32.");
    CHECK(model.config.head_dim == 4);
    CHECK(model.config.tied_output);
    CHECK(model.config.end_token == 2);
    CHECK(Encode(model.tokenizer, model.config.begin_token, "ab b") ==
          std::vector<TokenId>{3, 4, 1});
}

TEST_CASE("A file that is no model says what it lacks") {
    CHECK(ErrorOfBytes("") == "this is no GGUF file: it does not begin with GGUF");
    CHECK(ErrorOfBytes(GgufWriter(1).Bytes()) == "this is a GGUF file of version 1");
    CHECK(ErrorOfBytes(GgufWriter(0x03000000).Bytes()) ==
          "this is a GGUF file in big-endian byte order");
    CHECK(ErrorOfBytes(GgufWriter().Bytes()) == "the file does not say general.architecture");
    CHECK(
        ErrorOfBytes(GgufWriter().Text("general.architecture", "gemma3").Bytes()) ==
        "this is a model of the architecture gemma3, which needs what the engine lacks: embeddings "
        "scaled by √d, GELU with a gate, norms also after each block");
    CHECK(ErrorOfBytes(GgufWriter().Text("general.architecture", "llama").Bytes()) ==
          "the file does not say llama.embedding_length");
}

TEST_CASE("A part of a split model is told from a whole one") {
    GgufWriter part = TinyLlama();
    part.Integer("split.count", 3).Integer("split.no", 1);
    CHECK(ErrorOfBytes(part.Bytes()) ==
          "this is part 2 of 3 of a split model, and only whole ones are read");
}

TEST_CASE("A tensor of a type that is not read is named with its type") {
    GgufWriter file = TinyLlama();
    file.Raw("output.weight", {5, 8}, 24, std::string(40, '\1'));  // I8
    CHECK(ErrorOfBytes(file.Bytes()) == "the tensor output.weight is stored as I8");
    GgufWriter unknown = TinyLlama();
    unknown.Raw("output.weight", {5, 8}, 99, "");
    CHECK(ErrorOfBytes(unknown.Bytes()) ==
          "the tensor output.weight is stored as type 99, which is not known here");
}

TEST_CASE("A GGUF file that is cut off anywhere is refused") {
    const TemporaryFolder folder;
    const std::string whole = TinyLlama().Bytes();
    for (size_t length = 0; length < whole.size(); length += 7) {
        const auto path = folder.Write("m.gguf", whole.substr(0, length));
        INFO(length);
        CHECK(ErrorOf([&] { ReadGguf(path); }) != "no error");
    }
}

}  // namespace
}  // namespace decodescope
