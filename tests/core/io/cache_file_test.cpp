// Cache files: what is written reads back, and whatever is damaged is refused as a whole.

#include "core/io/cache_file.h"

#include <limits>
#include <random>

#include "core/base/bytes.h"
#include "core/io/cache_writer.h"
#include "core/model/model_id.h"
#include "core/model/parameters.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr TransferProtocol kProtocols[] = {TransferProtocol::FirstToken,
                                           TransferProtocol::LastPosition};

ModelPtr Toy() { return std::make_shared<const Model>(ToyModel()); }

std::string ToyBytes(TransferProtocol protocol = TransferProtocol::FirstToken,
                     bool with_trace = true) {
    return FormatCacheFile(Prefill(ExampleRecipe(Toy()), protocol, with_trace)).bytes;
}

std::string Refusal(std::string_view bytes, const ModelPtr& model) {
    return ErrorOf([&] { ParseCacheFile(bytes, model, "c.bin"); });
}

bool Mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// With the checksum of its bytes, as a forger would write it.
std::string Sealed(std::string bytes) {
    bytes.resize(bytes.size() - sizeof(Digest));
    const Digest digest = Sha256Of(bytes);
    return bytes + std::string(digest.begin(), digest.end());
}

TEST_CASE("A cache file reads back as it was written, in every configuration") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Precision precision = seed % 2 == 0 ? Precision::Float64 : Precision::Float32;
        Recipe recipe;
        recipe.model =
            std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed, precision));
        recipe.prompt = "t0 t2 t1 t1";
        recipe.prompt.resize(2 + 3 * (seed % 4));
        recipe.tokens = 3;
        if (seed % 3 == 0)
            recipe.rule = {.kind = RuleKind::Sample,
                           .temperature = 0.7,
                           .top_k = 3,
                           .top_p = 0.9,
                           .min_p = 0.05,
                           .seed = 1ull << 63 | seed};
        if (seed % 4 == 1) {
            recipe.branches = {{}, {{1, 2}}, {{0, 1}, {1, 0}}};
            recipe.branch = 2;
        }
        const Recording undivided = Record(recipe);
        for (const TransferProtocol protocol : kProtocols) {
            for (const bool with_trace : {true, false}) {
                const KvTransfer sent = Prefill(recipe, protocol, with_trace);
                const CacheFile file = FormatCacheFile(sent);
                const KvTransfer got = ParseCacheFile(file.bytes, recipe.model, "c.bin");
                INFO("seed " << seed);
                CHECK(FormatCacheFile(got).bytes == file.bytes);
                CHECK(got.protocol == protocol);
                CHECK(got.recipe.rule == recipe.rule);
                CHECK(got.recipe.choices() == recipe.choices());
                CHECK(got.prompt == undivided.prompt());
                CHECK(got.first_token == sent.first_token);
                CHECK(got.counts == sent.counts);
                const Decoded decoded = DecodeFrom(got);
                CHECK(decoded.recording.ids() == undivided.ids());
                Comparison comparison(undivided, decoded.recording);
                comparison.CompareEverything();
                CHECK(comparison.largest() == 0.0);
            }
        }
    }
}

TEST_CASE("The sizes that a cache file states are those of what it holds") {
    const KvTransfer transfer = Prefill(ExampleRecipe(Toy()), TransferProtocol::FirstToken, true);
    const CacheFile file = FormatCacheFile(transfer);
    // A B: two positions, one layer, two numbers of eight bytes in a row of K and in one of V.
    CHECK(file.cache_bytes == 2 * 2 * 2 * 8);
    CHECK(file.trace_bytes > 0);
    CHECK(CacheFileLength(std::string_view(file.bytes).substr(0, kCacheHeadSize), "c.bin") ==
          file.bytes.size());
    const CacheFile without =
        FormatCacheFile(Prefill(ExampleRecipe(Toy()), TransferProtocol::FirstToken, false));
    CHECK(without.trace_bytes == 0);
    CHECK(without.bytes.size() + file.trace_bytes + 12 == file.bytes.size());
}

TEST_CASE("A cache file that is cut off anywhere is refused") {
    const ModelPtr model = Toy();
    const std::string bytes = ToyBytes();
    REQUIRE(Refusal(bytes, model) == "no error");
    for (size_t length = 0; length < bytes.size(); ++length) {
        INFO(length);
        CHECK(Mentions(Refusal(std::string_view(bytes).substr(0, length), model), "cut off"));
    }
}

TEST_CASE("A cache file with trailing data is refused") {
    const std::string bytes = ToyBytes();
    CHECK(Mentions(Refusal(bytes + '\0', Toy()), "trailing data"));
    CHECK(Mentions(Refusal(bytes + bytes, Toy()), "trailing data"));
}

TEST_CASE("A cache file with any single bit flipped is refused") {
    const ModelPtr model = Toy();
    for (const TransferProtocol protocol : kProtocols) {
        const std::string bytes = ToyBytes(protocol);
        for (size_t i = 0; i < 8 * bytes.size(); ++i) {
            std::string flipped = bytes;
            flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
            if (Refusal(flipped, model) == "no error") FAIL("bit " << i << " was not noticed");
        }
    }
    SUCCEED();
}

TEST_CASE("A flipped bit, another version and another kind of file are refused with the reason") {
    const ModelPtr model = Toy();
    std::string bytes = ToyBytes();
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    CHECK(Mentions(Refusal(bytes, model), "altered"));
    bytes = ToyBytes();
    bytes[8] = 2;
    CHECK(Mentions(Refusal(bytes, model), "version 2, but this program reads version 1"));
    CHECK(Mentions(Refusal("name = \"A model, for once\"", model), "not a cache file"));
    CHECK(Mentions(Refusal("", model), "cut off"));
    CHECK(Mentions(Refusal(bytes, model), "c.bin"));
}

TEST_CASE("A header with an impossible length is refused before anything is read") {
    std::string head = ToyBytes().substr(0, kCacheHeadSize);
    for (const std::uint64_t length :
         {std::uint64_t{0}, std::uint64_t{51}, std::uint64_t{kLargestCacheFile} + 1,
          std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
        head.resize(12);
        AppendBytes(head, length);
        CHECK_THROWS_AS(CacheFileLength(head, "peer"), Error);
    }
}

TEST_CASE("A cache of another model is refused, naming the parts that differ") {
    const std::string bytes = ToyBytes();
    Model other = ToyModel();
    other.config.attention_scale = 0.5;
    CHECK(Mentions(Refusal(bytes, std::make_shared<const Model>(other)),
                   "differs in the configuration"));
    other = WithParameter(ToyModel(), {.tensor = TensorId::TokenEmbedding}, 3.0);
    CHECK(Mentions(Refusal(bytes, std::make_shared<const Model>(other)), "differs in the weights"));
    other = ToyModel();
    other.tokenizer.pieces[0] = "Z";
    CHECK(Mentions(Refusal(bytes, std::make_shared<const Model>(other)),
                   "differs in the vocabulary"));
    other = RandomModel(RandomConfig(5), 5);
    CHECK(Mentions(Refusal(bytes, std::make_shared<const Model>(other)),
                   "differs in the configuration, the weights and the vocabulary"));
    other = ToyModel();
    other.name = "called otherwise";
    CHECK(Refusal(bytes, std::make_shared<const Model>(other)) == "no error");
}

TEST_CASE("Lengths and numbers that were forged under a valid checksum are refused, not believed") {
    const ModelPtr model = Toy();
    for (const bool with_trace : {true, false}) {
        const std::string valid = ToyBytes(TransferProtocol::FirstToken, with_trace);
        // Every place where a number of four bytes could be, replaced by wrong ones.
        for (size_t place = kCacheHeadSize; place + 4 <= valid.size() - sizeof(Digest); ++place) {
            for (const std::uint32_t lie : {0xffffffffu, 0x7fffffffu, 0u}) {
                std::string bytes = valid, number;
                AppendBytes(number, lie);
                bytes.replace(place, 4, number);
                // Numbers of K, V and the trace may be anything: what is read is a transfer that
                // can be used.
                try {
                    DecodeFrom(ParseCacheFile(Sealed(bytes), model, "c.bin"));
                } catch (const Error& error) {
                    CHECK_FALSE(error.what_is_wrong.empty());
                }
            }
        }
    }
}

TEST_CASE("Counts that no pass can cost are refused under a valid checksum") {
    const ModelPtr model = Toy();
    const std::string valid = ToyBytes();
    // Tag, u64 length, u64 rows, u32 number of stages, then u64 each.
    const size_t first = valid.find("CNTS") + 4 + 8 + 8 + 4;
    const size_t count = kStageCount + 3;
    for (size_t i = 0; i < count; ++i) {
        const size_t place = first + 8 * i;
        const auto own = NumberAt<std::int64_t>(std::string_view(valid).substr(place));
        for (const std::int64_t lie :
             {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(),
              std::int64_t{-1}, own + 1}) {
            std::string bytes = valid, number;
            AppendBytes(number, lie);
            bytes.replace(place, 8, number);
            CHECK(Mentions(Refusal(Sealed(bytes), model), "counts what no pass can cost"));
        }
    }
}

TEST_CASE("Prompt IDs that contradict the prompt's text are refused under a valid checksum") {
    const ModelPtr model = Toy();
    const std::string valid = ToyBytes();
    const size_t text = valid.find("A B");
    std::string bytes = valid;
    bytes[text + 3 + 4] = 2;  // after the text and the number of IDs: the first ID
    CHECK(Mentions(Refusal(Sealed(bytes), model), "other prompt IDs than its text"));
    bytes = valid;
    bytes[text] = 'C';
    CHECK(Mentions(Refusal(Sealed(bytes), model), "other prompt IDs than its text"));
    bytes[text] = 'X';
    CHECK(Mentions(Refusal(Sealed(bytes), model), "a prompt that the model cannot read"));
}

TEST_CASE("Damage under a valid checksum ends in a KV transfer or an Error") {
    const ModelPtr model = Toy();
    std::mt19937_64 random(22);
    int refused = 0;
    for (int round = 0; round < 1000; ++round) {
        std::string bytes = ToyBytes(kProtocols[round % 2], round % 3 == 0);
        const size_t head = kCacheHeadSize, end = bytes.size() - sizeof(Digest);
        const size_t place = head + random() % (end - head), length = random() % 20;
        switch (random() % 3) {
            case 0: bytes[place] = static_cast<char>(random()); break;
            case 1: bytes.erase(place, std::min(length, end - place)); break;
            default: bytes.insert(place, bytes.substr(head, length)); break;
        }
        std::string size;
        AppendBytes(size, static_cast<std::uint64_t>(bytes.size()));
        bytes.replace(12, 8, size);
        try {
            DecodeFrom(ParseCacheFile(Sealed(bytes), model, "c.bin"));
        } catch (const Error&) {
            ++refused;
        }
    }
    CHECK(refused > 300);
}

}  // namespace
}  // namespace decodescope
