// Laws of disaggregated prefill, over many random models: two workers compute what one does, to the
// bit.

#include "core/serve/disaggregation.h"

#include <limits>

#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "core/model/weights.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr std::uint64_t kModels = 60;
constexpr TransferProtocol kProtocols[] = {TransferProtocol::FirstToken,
                                           TransferProtocol::LastPosition};

// Greedy, sampled, and with choices by hand, in turn; prompts of one to four tokens.
Recipe RecipeFor(std::uint64_t seed, Precision precision) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed, precision));
    recipe.prompt = "t0 t2 t1 t1";
    recipe.prompt.resize(2 + 3 * (seed % 4));
    recipe.tokens = 1 + static_cast<int>(seed % 5);
    if (seed % 3 == 1)
        recipe.rule = {.kind = RuleKind::Sample,
                       .temperature = 0.8,
                       .top_k = 0,
                       .top_p = 0.95,
                       .min_p = 0.01,
                       .seed = seed};
    if (seed % 3 == 2) {
        recipe.branches.push_back({{0, 2}, {2, 1}});
        recipe.branch = 1;
    }
    return recipe;
}

template <class Check>
void ForManyModels(Check check) {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Recipe recipe = RecipeFor(seed, precision);
            const Recording undivided = Record(recipe);
            for (const TransferProtocol protocol : kProtocols) {
                INFO("seed " << seed << ", protocol " << static_cast<int>(protocol));
                check(recipe, undivided, protocol);
            }
        }
    }
}

// How many numbers a recording has, so that a comparison that skips any is noticed.
std::int64_t NumbersIn(const Recording& recording) {
    Comparison all(recording, recording);
    all.CompareEverything();
    return all.compared();
}

TEST_CASE("Both protocols agree with the undivided run in every value of every pass") {
    ForManyModels([](const Recipe&, const Recording& undivided, TransferProtocol protocol) {
        const TransferCheck proof = CheckTransfer(undivided, protocol);
        INFO((proof.place ? NameOf(*proof.place) : ""));
        CHECK(proof.max_abs_difference == 0.0);
        CHECK(proof.same_selections);
        CHECK(proof.agrees());
        CHECK(proof.compared == NumbersIn(undivided));
    });
}

TEST_CASE("With the trace sent the decode worker has every pass as the undivided run has it") {
    ForManyModels([](const Recipe& recipe, const Recording& undivided, TransferProtocol protocol) {
        const Decoded decoded = DecodeFrom(Prefill(recipe, protocol, true));
        REQUIRE(decoded.recording.pass_count() == undivided.pass_count());
        CHECK(decoded.first_pass == 0);
        for (int i = 0; i < undivided.pass_count(); ++i) {
            const Pass &a = decoded.recording.pass(i), &b = undivided.pass(i);
            CHECK(a.kind == b.kind);
            CHECK(a.tokens == b.tokens);
            CHECK(a.first_position == b.first_position);
            CHECK(a.cache_length_before == b.cache_length_before);
            CHECK(a.cache_length_after == b.cache_length_after);
            CHECK(a.counts == b.counts);
            CHECK(a.selection == b.selection);
        }
        CHECK(decoded.recording.finish_reason() == undivided.finish_reason());
        for (const PassCheck& check : CheckAll(decoded.recording)) CHECK(Agrees(check));
    });
}

TEST_CASE("From the cache alone the decode worker goes on with the same numbers") {
    ForManyModels([](const Recipe& recipe, const Recording& undivided, TransferProtocol protocol) {
        const KvTransfer transfer = Prefill(recipe, protocol, false);
        CHECK(transfer.trace == nullptr);
        const Decoded decoded = DecodeFrom(transfer);
        const bool is_own = protocol == TransferProtocol::LastPosition;
        CHECK(decoded.first_pass == (is_own ? 0 : 1));
        CHECK(decoded.passes_run == undivided.pass_count() - (is_own ? 0 : 1));
        CHECK(decoded.recording.ids() == undivided.ids());
        Comparison comparison(undivided, decoded.recording);
        comparison.CompareEverything();
        CHECK(comparison.largest() == 0.0);

        // What it holds of the prompt: k and v of every position, and all of what it computed
        // itself.
        const int last = undivided.prompt_length() - 1;
        for (int position = 0; position <= last; ++position) {
            const Cell k{.tensor = TensorId::CachedK, .row = position};
            const Cell x{.tensor = TensorId::ResidualIn, .row = position};
            CHECK(decoded.recording.Has(k));
            CHECK(decoded.recording.Has(x) == (is_own && position == last));
        }
        // The counts of a pass are those of the positions it lists.
        for (int i = decoded.first_pass; i < decoded.recording.pass_count(); ++i) {
            const Pass& pass = decoded.recording.pass(i);
            CHECK(pass.counts.KvPositions(recipe.model->config) == std::ssize(pass.tokens));
        }
        for (int i = decoded.first_pass + 1; i < undivided.pass_count(); ++i) {
            CHECK(decoded.recording.pass(i).counts == undivided.pass(i).counts);
        }
    });
}

TEST_CASE("What is sent is the cached rows and nothing else, and a token is sent as an ID") {
    ForManyModels([](const Recipe& recipe, const Recording& undivided, TransferProtocol protocol) {
        const KvTransfer transfer = Prefill(recipe, protocol, false);
        const bool is_own = protocol == TransferProtocol::LastPosition;
        const int length = undivided.prompt_length();
        CHECK(transfer.cache.length() == length - (is_own ? 1 : 0));
        CHECK(transfer.first_token.has_value() == !is_own);
        if (transfer.first_token) {
            CHECK(*transfer.first_token == undivided.ids()[static_cast<size_t>(length)]);
        }
        CHECK(transfer.counts == undivided.pass(0).counts);
        const Config& config = undivided.config();
        for (int layer = 0; layer < config.layers; ++layer) {
            for (int p = 0; p < transfer.cache.length(); ++p) {
                for (int i = 0; i < config.kv_width(); ++i) {
                    const int head = i / config.head_dim, column = i % config.head_dim;
                    CHECK(transfer.cache.KeyRow(layer, p)[i] ==
                          undivided.At({TensorId::CachedK, layer, head, p, column}));
                    CHECK(transfer.cache.ValueRow(layer, p)[i] ==
                          undivided.At({TensorId::CachedV, layer, head, p, column}));
                }
            }
        }
    });
}

TEST_CASE("The counts of a transfer are what the protocol says") {
    ForManyModels([](const Recipe&, const Recording& undivided, TransferProtocol protocol) {
        const TransferCheck proof = CheckTransfer(undivided, protocol);
        const int n = undivided.prompt_length(), passes = undivided.pass_count();
        const bool is_own = protocol == TransferProtocol::LastPosition;
        CHECK(proof.prefill_passes == 1);
        CHECK(proof.prefill_positions == n);
        CHECK(proof.decode_passes == passes - (is_own ? 0 : 1));
        CHECK(proof.decode_positions == passes - 1 + (is_own ? 1 : 0));
        CHECK(proof.positions_sent == n - (is_own ? 1 : 0));
        CHECK(proof.recomputed == (is_own ? 1 : 0));
        // Two matrices per layer, a row for each position sent, kv_width numbers in a row.
        const Config& config = undivided.config();
        const int size = undivided.model().precision() == Precision::Float64 ? 8 : 4;
        CHECK(proof.bytes_sent ==
              2LL * config.layers * proof.positions_sent * config.kv_width() * size);
        CHECK(proof.layer.keys * 2 * config.layers == proof.bytes_sent);
    });
}

TEST_CASE("A prompt of one token is sent as an empty cache if its position is recomputed") {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.prompt = "A";
    const KvTransfer transfer = Prefill(recipe, TransferProtocol::LastPosition, false);
    CHECK(transfer.cache.length() == 0);
    CHECK(DecodeFrom(transfer).recording.ids() == Record(recipe).ids());
}

TEST_CASE("A full context stops the decode worker as it stops the undivided run") {
    Config config = RandomConfig(4);
    config.positions = Positions::Learned;
    config.end_token.reset();
    config.begin_token.reset();
    for (const int room : {3, 4, 5}) {
        config.context_length = room;
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(config, 4));
        recipe.prompt = "t0 t1 t2";
        recipe.tokens = 10;
        const Recording undivided = Record(recipe);
        CHECK(undivided.finish_reason() == FinishReason::ContextFull);
        for (const TransferProtocol protocol : kProtocols) {
            CHECK(CheckTransfer(undivided, protocol).agrees());
            CHECK(DecodeFrom(Prefill(recipe, protocol, false)).recording.finish_reason() ==
                  FinishReason::ContextFull);
        }
    }
}

TEST_CASE("Logits that are not numbers stop both workers where they stop the undivided run") {
    Model model = ToyModel();
    std::get<Weights<double>>(*model.weights)
        .token_embedding.Set(0, 0, std::numeric_limits<double>::quiet_NaN());
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(std::move(model)));
    const Recording undivided = Record(recipe);
    REQUIRE(undivided.finish_reason() == FinishReason::NotSelected);
    for (const TransferProtocol protocol : kProtocols) {
        CHECK(CheckTransfer(undivided, protocol).agrees());
        CHECK_FALSE(Prefill(recipe, protocol, true).first_token.has_value());
    }
}

TEST_CASE("A first token that the logits sent do not select is refused") {
    const Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    KvTransfer transfer = Prefill(recipe, TransferProtocol::FirstToken, true);
    transfer.first_token = (*transfer.first_token + 1) % 3;
    CHECK_THROWS_AS(DecodeFrom(transfer), Error);
}

TEST_CASE("Drinks and a trained model are decoded by two workers without a difference") {
    std::vector<Recipe> recipes{OpenFile("assets/models/drinks.toml")};
    const std::filesystem::path stories = ModelPath("stories260K.bin");
    if (!stories.empty()) recipes.push_back(OpenFile(stories));
    for (Recipe& recipe : recipes) {
        recipe.tokens = 4;
        if (recipe.prompt.empty()) recipe.prompt = "Once upon a time";
        const Recording undivided = Record(recipe);
        for (const TransferProtocol protocol : kProtocols)
            CHECK(CheckTransfer(undivided, protocol).agrees());
    }
}

}  // namespace
}  // namespace decodescope
