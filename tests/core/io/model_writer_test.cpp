// What is written reads back.
#include "core/io/model_writer.h"

#include <limits>

#include "core/io/model_file.h"
#include "core/model/weights.h"
#include "tests/support/catch.h"
#include "tests/support/model_equal.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Model Parse(const std::string& text) { return ParseModel(text, "m.toml"); }

// Without choices about parts that the model lacks: no file holds them.
Config InEffect(Config config) {
    const Config usual;
    if (config.positions != Positions::Rope) {
        config.rope_pairs = usual.rope_pairs;
        config.rope_theta = usual.rope_theta;
    }
    if (config.norm == NormKind::None) config.norm_eps = usual.norm_eps;
    if (config.mlp == MlpKind::None) config.mlp_hidden = usual.mlp_hidden;
    return config;
}

TEST_CASE("A model of any configuration reads back equal, bit for bit") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Precision precision = seed % 3 == 0 ? Precision::Float32 : Precision::Float64;
        const Model model = RandomModel(InEffect(RandomConfig(seed)), seed, precision);
        const std::string text = FormatModel(model);
        INFO("seed " << seed << "\n" << text);
        REQUIRE(SameModel(Parse(text), model));
    }
}

TEST_CASE("Numbers at the edge of double read back equal") {
    Model model =
        Parse("tokens = [\"A\", \"B\"]\nembedding = [[1, 0], [0, 1]]\noutput = \"tied\"\n");
    auto& embedding = std::get<Weights<double>>(*model.weights).token_embedding;
    constexpr double kEdges[] = {-0.0,
                                 5e-324,
                                 1.7976931348623157e308,
                                 18446744073709551616.0,
                                 1e15,
                                 -1e17,
                                 0.1,
                                 9007199254740993.0,
                                 1e-310,
                                 -1e22};
    for (const double number : kEdges) {
        embedding.Set(0, 0, number);
        embedding.Set(1, 1, -number);
        INFO(FormatModel(model));
        CHECK(SameModel(Parse(FormatModel(model)), model));
    }
    embedding.Set(0, 0, std::numeric_limits<double>::quiet_NaN());
    embedding.Set(0, 1, -std::numeric_limits<double>::infinity());
    CHECK(SameModel(Parse(FormatModel(model)), model));
}

TEST_CASE("Tokens of any bytes read back equal, as do names and notes") {
    Model model = Parse(
        "tokens = [\"A\", \"B\", \"C\", \"D\", \"E\", \"F\"]\n"
        "embedding = [[1], [2], [3], [4], [5], [6]]\noutput = \"tied\"\n");
    model.tokenizer.pieces = {"",  "\"\\#=[]", "\xE2\x82", std::string("\0\n\t\x7F", 4),
                              "é", "\u0085"};
    model.name = "a \"name\"\\";
    model.note = "two\nlines # no comment";
    model.example_prompt = "\xFF";
    model.config.end_token = 2;
    model.config.begin_token = 0;
    INFO(FormatModel(model));
    CHECK(SameModel(Parse(FormatModel(model)), model));
}

TEST_CASE("A byte pair vocabulary with the same token twice reads back equal") {
    Model model = Parse(
        "tokens = [\"a\", \"a\", \"b\"]\nscores = [0, -1.5, -2]\n"
        "embedding = [[1], [2], [3]]\noutput = \"tied\"\nend_token = 1\n");
    CHECK(model.tokenizer.kind == TokenizerKind::BytePair);
    CHECK(model.config.end_token == TokenId{1});
    CHECK(SameModel(Parse(FormatModel(model)), model));
}

}  // namespace
}  // namespace decodescope
