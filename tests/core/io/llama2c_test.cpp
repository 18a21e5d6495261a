#include "core/io/llama2c.h"

#include <limits>
#include <utility>

#include "core/model/weights.h"
#include "tests/support/catch.h"
#include "tests/support/checkpoint.h"
#include "tests/support/errors.h"
#include "tests/support/models.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

const std::vector<std::string> kTokens = {"<unk>", "<s>", "</s>", " ", "a"};

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Model Parse(const CheckpointHead& head) {
    return ParseLlama2cCheckpoint(CheckpointBytes(head),
                                  ParseLlama2cTokenizer(TokenizerBytes(kTokens), 5, "tok5.bin"),
                                  "tiny.bin");
}

std::string HeadError(const CheckpointHead& head, std::uint64_t file_size = 1 << 20) {
    return ErrorOf([&] { ParseLlama2cHeader(HeadBytes(head), file_size, "tiny.bin"); });
}

TEST_CASE("A checkpoint's numbers go where llama2.c puts them") {
    const Model model = Parse({});
    const auto& weights = std::get<Weights<float>>(*model.weights);
    const LayerWeights<float>& last = weights.layers.at(1);
    // Weights count up through the file: dim 4, hidden 3, 2 layers, kv width 2, 5 tokens.
    CHECK(weights.token_embedding(4, 3) == 19);
    CHECK(weights.layers[0].attention_norm.gain[0] == 20);
    CHECK(last.attention_norm.gain[0] == 24);
    CHECK(last.query.weight(0, 0) == 28 + 16);
    CHECK(last.query.weight(1, 0) == 28 + 16 + 4);
    CHECK(last.key.weight(1, 3) == 60 + 15);
    CHECK(last.value.weight(0, 0) == 76 + 8);
    CHECK(last.attention_output.weight(0, 1) == 92 + 16 + 1);
    CHECK(last.mlp_norm.gain[3] == 124 + 7);
    CHECK(last.gate.weight(2, 3) == 132 + 23);
    CHECK(last.down.weight(3, 2) == 156 + 23);
    CHECK(last.up.weight(0, 0) == 180 + 12);
    CHECK(weights.final_norm.gain[0] == 204);
    CHECK(weights.output.is_identity());
    CHECK(model.config.tied_output);
}

TEST_CASE("A negative vocabulary means that the output matrix is at the end") {
    const Model model = Parse({.vocabulary = -5});
    const auto& weights = std::get<Weights<float>>(*model.weights);
    CHECK_FALSE(model.config.tied_output);
    CHECK(weights.output.weight.rows() == 5);
    CHECK(weights.output.weight(0, 0) == 208 + 12);  // after the RoPE tables
}

TEST_CASE("A checkpoint has the shape of LLaMA") {
    const Config config = Parse({}).config;
    CHECK(config.positions == Positions::Rope);
    CHECK(config.rope_pairs == RopePairs::Interleaved);
    CHECK(config.rope_theta == 10000.0);
    CHECK(config.norm == NormKind::RmsNorm);
    CHECK(config.norm_eps == 1e-5);
    CHECK(config.mlp == MlpKind::SwiGlu);
    CHECK(config.residuals);
    CHECK(config.head_dim == 2);
    CHECK(config.kv_heads == 1);
    CHECK(config.context_length == 6);
    CHECK(config.begin_token == TokenId{1});
    CHECK(config.end_token == TokenId{1});
}

TEST_CASE("A field of the header that is out of range is named") {
    constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    CHECK(Contains(HeadError({.dim = 0}), "the header's dim is 0, tiny.bin, it must be from 1"));
    CHECK(Contains(HeadError({.dim = -4}), "dim is -4"));
    CHECK(Contains(HeadError({.dim = kMost}), "dim is 2147483647"));
    CHECK(Contains(HeadError({.hidden = 0}), "hidden size is 0"));
    CHECK(Contains(HeadError({.layers = 0}), "number of layers is 0"));
    CHECK(Contains(HeadError({.layers = kMost}), "number of layers is"));
    CHECK(Contains(HeadError({.heads = 0}), "number of heads is 0"));
    CHECK(Contains(HeadError({.heads = 3}), "number of heads, 3, does not divide its dim, 4"));
    CHECK(Contains(HeadError({.heads = 4}), "dim / heads is 1, but RoPE rotates pairs"));
    CHECK(Contains(HeadError({.kv_heads = 0}), "number of KV heads is 0"));
    CHECK(
        Contains(HeadError({.heads = 1, .kv_heads = 2}), "number of KV heads, 2, does not divide"));
    CHECK(Contains(HeadError({.vocabulary = 0}), "vocabulary size is 0"));
    CHECK(Contains(HeadError({.vocabulary = kLeast}), "vocabulary size is 2147483648"));
    CHECK(Contains(HeadError({.context = -1}), "context length is -1"));
}

TEST_CASE("The largest header that passes does not overflow, it asks for more than there is") {
    const CheckpointHead largest{.dim = 1 << 16,
                                 .hidden = 1 << 20,
                                 .layers = 1 << 10,
                                 .heads = 1,
                                 .kv_heads = 1,
                                 .vocabulary = -(1 << 24),
                                 .context = 1 << 24};
    const std::string error = HeadError(largest);
    CHECK(Contains(error, "the file has 1048576 bytes, but its header says "));
    CHECK(Contains(error, "is it cut off?"));
}

TEST_CASE("A checkpoint that is cut off or goes on is refused, at every length") {
    const std::string bytes = CheckpointBytes({});
    const Tokenizer tokenizer = ParseLlama2cTokenizer(TokenizerBytes(kTokens), 5, "tok5.bin");
    for (size_t length = 0; length < bytes.size(); ++length) {
        REQUIRE_THROWS_AS(ParseLlama2cCheckpoint(bytes.substr(0, length), tokenizer, "tiny.bin"),
                          Error);
    }
    CHECK(Contains(ErrorOf([&] { ParseLlama2cCheckpoint(bytes + "x", tokenizer, "tiny.bin"); }),
                   "there is data after the weights"));
    CHECK(Contains(ErrorOf([&] { ParseLlama2cHeader("abc", 3, "tiny.bin"); }),
                   "the file ends within its header, after 3 bytes"));
    CHECK(Contains(ErrorOf([&] { ParseLlama2cHeader("24ka" + bytes, 1000, "tiny.bin"); }),
                   "export it with --version 0"));
}

TEST_CASE("A tokenizer that does not have just the vocabulary is refused") {
    const std::string bytes = TokenizerBytes(kTokens);
    const auto error = [](std::string_view text) {
        return ErrorOf([&] { ParseLlama2cTokenizer(text, 5, "tok5.bin"); });
    };
    CHECK(error(bytes) == "no error");
    for (size_t length = 0; length < bytes.size(); ++length) {
        REQUIRE(Contains(error(bytes.substr(0, length)), "the file ends within token"));
    }
    CHECK(Contains(error(bytes + "x"), "the file continues after its 5 tokens"));
    CHECK(Contains(error(BytesOf(9) + BytesOf(0.0f) + BytesOf(-1)), "the length of token 0 is"));
    CHECK(
        Contains(error(BytesOf(9) + BytesOf(std::numeric_limits<float>::quiet_NaN()) + BytesOf(1)),
                 "the score of token 0 is NaN"));
}

TEST_CASE("A checkpoint finds the tokenizer beside it") {
    const TemporaryFolder folder;
    const std::filesystem::path checkpoint = folder.Write("tiny.bin", CheckpointBytes({}));
    CHECK(Contains(ErrorOf([&] { ReadLlama2c(checkpoint, {}); }),
                   "neither tok5.bin nor tokenizer.bin"));
    folder.Write("tokenizer.bin", TokenizerBytes(kTokens));
    CHECK(ReadLlama2c(checkpoint, {}).tokenizer.pieces == kTokens);
    const std::vector<std::string> own = {"<unk>", "<s>", "</s>", " ", "own"};
    folder.Write("tok5.bin", TokenizerBytes(own));
    CHECK(ReadLlama2c(checkpoint, {}).tokenizer.pieces == own);
    CHECK(ReadLlama2c(checkpoint, folder.path() / "tokenizer.bin").tokenizer.pieces == kTokens);
    CHECK(ReadLlama2c(checkpoint, {}).name == "tiny");
}

TEST_CASE("A header that asks for terabytes is refused by the size of its file alone") {
    const TemporaryFolder folder;
    const auto path = folder.Write("huge.bin", HeadBytes({.dim = 1 << 16, .vocabulary = 1 << 24}));
    CHECK(Contains(ErrorOf([&] { ReadLlama2c(path, {}); }), "the file has 28 bytes"));
}

TEST_CASE("The checkpoint of stories260K is read", "[models]") {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    if (path.empty()) SKIP("stories260K.bin not found");
    const Model model = ReadLlama2c(path, {});
    CHECK(model.name == "stories260K");
    CHECK(model.config.d_model == 64);
    CHECK(model.config.layers == 5);
    CHECK(model.config.query_heads == 8);
    CHECK(model.config.kv_heads == 4);
    CHECK(model.config.mlp_hidden == 172);
    CHECK(model.config.vocabulary_size == 512);
    CHECK(model.config.tied_output);
    CHECK(model.tokenizer.pieces[403] == " Once");
}

}  // namespace
}  // namespace decodescope
