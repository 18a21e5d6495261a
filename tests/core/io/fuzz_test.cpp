// Every file that a person may open, damaged in many ways: each attempt ends in a result or an
// Error, never in a crash, a hang or an exception of another kind. Seeds are fixed; the sanitizers
// watch.
#include <functional>
#include <random>

#include "core/base/number.h"
#include "core/io/file_formats.h"
#include "core/io/llama2c.h"
#include "core/io/model_file.h"
#include "core/io/model_writer.h"
#include "core/io/recipe_file.h"
#include "core/io/recipe_writer.h"
#include "tests/support/catch.h"
#include "tests/support/checkpoint.h"
#include "tests/support/errors.h"
#include "tests/support/model_equal.h"
#include "tests/support/random_model.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

using Random = std::mt19937_64;
using Target = std::function<void(const std::string&)>;

// How many attempts ended in a result, and how many in an Error.
struct Outcome {
    int good = 0;
    int refused = 0;
};

// Anything but an Error leaves the test through this function and fails it.
void Attempt(const Target& target, const std::string& bytes, Outcome& outcome) {
    try {
        target(bytes);
        ++outcome.good;
    } catch (const Error& error) {
        ++outcome.refused;
        REQUIRE_FALSE(error.what_is_wrong.empty());
    }
}

Outcome TryEveryTruncation(const Target& target, const std::string& valid) {
    Outcome outcome;
    for (size_t length = 0; length < valid.size(); ++length) {
        Attempt(target, valid.substr(0, length), outcome);
    }
    return outcome;
}

// One change: a byte, a bit, a stretch repeated or cut out, or a suspicious piece put in.
std::string Mutated(std::string bytes, const std::vector<std::string>& pieces, Random& random) {
    const size_t place = random() % (bytes.size() + 1);
    const size_t length = std::min<size_t>(random() % 20, bytes.size() - place);
    switch (random() % 5) {
        case 0:
            if (place < bytes.size()) bytes[place] = static_cast<char>(random());
            break;
        case 1:
            if (place < bytes.size()) bytes[place] ^= static_cast<char>(1 << (random() % 8));
            break;
        case 2: bytes.insert(place, bytes.substr(place, length)); break;
        case 3: bytes.erase(place, length); break;
        default: bytes.insert(place, pieces[random() % pieces.size()]); break;
    }
    return bytes;
}

Outcome TryMutations(const Target& target, const std::string& valid,
                     const std::vector<std::string>& pieces, int rounds, std::uint64_t seed) {
    Random random(seed);
    Outcome outcome;
    for (int round = 0; round < rounds; ++round) {
        std::string bytes = valid;
        for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes) {
            bytes = Mutated(std::move(bytes), pieces, random);
        }
        Attempt(target, bytes, outcome);
    }
    return outcome;
}

const std::vector<std::string> kTomlPieces = {"[",
                                              "]",
                                              "{",
                                              "}",
                                              "[[",
                                              "]]",
                                              "\"",
                                              "\"\"\"",
                                              "'",
                                              "'''",
                                              "\\",
                                              "\\u00",
                                              "#",
                                              "=",
                                              ".",
                                              ",",
                                              "\n",
                                              "\r",
                                              "\t",
                                              "0,5",
                                              "-0",
                                              "nan",
                                              "inf",
                                              "1e999",
                                              "0x",
                                              "1979-05-27",
                                              "true",
                                              "a.b.c",
                                              "\xEF\xBB\xBF",
                                              "\xC3",
                                              std::string(1, '\0'),
                                              "layers",
                                              "[norm]\n",
                                              "9223372036854775808",
                                              "-9223372036854775808",
                                              std::string(200, '['),
                                              std::string(200, '.'),
                                              "{ bytes = [255] }",
                                              "\"tied\"",
                                              "\"identity\""};

const std::vector<std::string> kBinaryPieces = {BytesOf(0),
                                                BytesOf(1),
                                                BytesOf(-1),
                                                BytesOf(std::int32_t{2147483647}),
                                                BytesOf(std::int32_t{-2147483647 - 1}),
                                                std::string(8, '\xFF'),
                                                std::string(1, '\0')};

// A model with a bit of everything, so that a change can reach every branch of the reader.
std::string RichModel() {
    Config config = RandomConfig(1);
    config.positions = Positions::Learned;
    config.context_length = 3;
    config.norm = NormKind::LayerNorm;
    config.mlp = MlpKind::SwiGlu;
    config.mlp_hidden = 2;
    config.layers = 2;
    return FormatModel(RandomModel(config, 1));
}

void ReadModelText(const std::string& text) {
    const Model model = ParseModel(text, "m.toml");
    // What was read can be written, and reads back.
    REQUIRE(SameModel(ParseModel(FormatModel(model), "m.toml"), model));
}

TEST_CASE("A model file that is cut off anywhere is read or refused") {
    const std::string abc = Slurp("assets/models/abc.toml");
    CHECK(TryEveryTruncation(ReadModelText, abc).refused > 400);
    CHECK(TryEveryTruncation(ReadModelText, RichModel()).refused > 1000);
}

TEST_CASE("A damaged model file is read or refused") {
    const Outcome abc =
        TryMutations(ReadModelText, Slurp("assets/models/abc.toml"), kTomlPieces, 4000, 1);
    CHECK(abc.good > 100);
    CHECK(abc.refused > 1000);
    const Outcome rich = TryMutations(ReadModelText, RichModel(), kTomlPieces, 3000, 2);
    CHECK(rich.good > 10);
    CHECK(rich.refused > 1000);
}

TEST_CASE("A damaged recipe is read or refused") {
    Recipe recipe = OpenFile("assets/models/abc.toml");
    recipe.model_path.clear();
    recipe.rule = {.kind = RuleKind::Sample,
                   .temperature = 0.5,
                   .top_k = 3,
                   .top_p = 0.9,
                   .min_p = 0.1,
                   .seed = 7};
    const Target read = [](const std::string& text) {
        const Recipe damaged = ParseRecipe(text, "r.toml");
        ParseRecipe(FormatRecipe(damaged), "r.toml");
    };
    const std::string text = FormatRecipe(recipe);
    CHECK(TryEveryTruncation(read, text).refused > 100);
    CHECK(TryMutations(read, text, kTomlPieces, 4000, 3).refused > 1000);
}

TEST_CASE("Random text is never taken for a model") {
    Random random(4);
    Outcome outcome;
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (std::uint64_t i = random() % 30; i > 0; --i) {
            text += kTomlPieces[random() % kTomlPieces.size()];
        }
        Attempt(ReadModelText, text, outcome);
    }
    CHECK(outcome.good == 0);
    CHECK(outcome.refused == 3000);
}

TEST_CASE("A damaged checkpoint or tokenizer is read or refused") {
    const std::vector<std::string> tokens = {"<unk>", "<s>", "</s>", " ", "a"};
    const Tokenizer tokenizer = ParseLlama2cTokenizer(TokenizerBytes(tokens), 5, "tok5.bin");
    const Target read_checkpoint = [&](const std::string& bytes) {
        ParseLlama2cCheckpoint(bytes, tokenizer, "m.bin");
    };
    const Target read_tokenizer = [](const std::string& bytes) {
        ParseLlama2cTokenizer(bytes, 5, "tok5.bin");
    };
    // The header is where the danger is: it is damaged alone and with the weights after it.
    CHECK(TryMutations(read_checkpoint, HeadBytes({}), kBinaryPieces, 20000, 5).good == 0);
    CHECK(TryMutations(read_checkpoint, CheckpointBytes({}), kBinaryPieces, 5000, 6).refused >
          1000);
    CHECK(TryMutations(read_tokenizer, TokenizerBytes(tokens), kBinaryPieces, 20000, 7).refused >
          1000);
}

TEST_CASE("Any text typed as a number or a prompt ends in a result or an Error") {
    Random random(8);
    const std::string alphabet = "0123456789.,+-/() sqrtnaife\xC3\xA9\xE2\x88\x92";
    const Tokenizer letters{TokenizerKind::Words, {"A", "B", "AB", ""}, {}};
    Outcome outcome;
    for (int round = 0; round < 50000; ++round) {
        std::string text;
        for (std::uint64_t i = random() % 12; i > 0; --i)
            text += alphabet[random() % alphabet.size()];
        Attempt([](const std::string& typed) { ParseNumber(typed); }, text, outcome);
        Attempt([&](const std::string& typed) { Encode(letters, {}, typed); }, text, outcome);
    }
    CHECK(outcome.good > 100);
}

}  // namespace
}  // namespace decodescope
