// Laws of serving several responses together: each is the same as alone, shared prefixes are
// computed once, weights are read once per step, and every slot of every step is accounted for.

#include "core/serve/batch.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/io/file_formats.h"
#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

SelectionRule Sampling(std::uint64_t seed) {
    return {.kind = RuleKind::Sample, .temperature = 1.3, .seed = seed};
}

ModelPtr Toy() { return std::make_shared<const Model>(ToyModel()); }

ModelPtr Drinks() { return OpenFile("assets/models/drinks.toml").model; }

// Prompts of one to four tokens, of different lengths, some arriving late, half of them sampled.
Batch RandomBatch(std::uint64_t seed, Precision precision) {
    const Config config = RandomConfig(seed);
    Batch batch;
    batch.model = std::make_shared<const Model>(RandomModel(config, seed, precision));
    batch.slots = 1 + static_cast<int>(seed % 4);
    for (int i = 0; i < 6; ++i) {
        Request request;
        for (int t = 0; t <= (i + static_cast<int>(seed)) % 4; ++t) {
            request.prompt += std::string(t > 0 ? " " : "") + "t" + std::to_string((i * t + i) % 3);
        }
        request.tokens = 1 + (2 * i + static_cast<int>(seed)) % 5;
        if (i % 2 == 1) request.rule = Sampling(seed + static_cast<std::uint64_t>(i));
        request.arrival_step = i < 4 ? 0 : i - 2;
        batch.requests.push_back(std::move(request));
    }
    return batch;
}

// What every slot did, one letter each: P, S, D, or . for idle; one line per step.
std::string GridOf(const BatchRun& run) {
    std::string grid;
    for (const BatchStepPtr& step : run.steps()) {
        for (const SlotStep& slot : step->slots) grid += ".PSD"[static_cast<size_t>(slot.work)];
        grid += '\n';
    }
    return grid;
}

TEST_CASE("Each response together with others equals the same request alone to the bit") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const BatchRun run = RunBatch(RandomBatch(seed, precision));
            CHECK(run.is_done());
            for (int i = 0; i < run.request_count(); ++i) {
                const ResponseCheck check = CheckResponse(run, i);
                INFO("seed " << seed << " request " << i);
                CHECK(check.max_abs_difference == 0.0);
                CHECK(check.tokens_agree);
                CHECK(check.passes == run.response(i)->pass_count());
            }
        }
    }
}

TEST_CASE("Responses that share a prefix equal those that do not, to the bit") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            Recipe recipe;
            recipe.model =
                std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed, precision));
            recipe.prompt = seed % 2 == 0 ? "t1 t0 t2" : "t2 t2 t0 t1 t0";
            recipe.tokens = 3;
            recipe.rule = Sampling(seed);
            const BatchRun run = RunBatch(SamplesOf(recipe, 5, 3));
            for (int i = 0; i < 5; ++i) {
                INFO("seed " << seed << " sample " << i);
                CHECK(CheckResponse(run, i).agrees());
            }
        }
    }
}

TEST_CASE("Sixteen samples of one prompt compute its K and V once and hold them once") {
    Recipe recipe;
    recipe.model = Drinks();
    recipe.prompt = "Today I drink tea with";
    recipe.tokens = 5;
    recipe.rule = {.kind = RuleKind::Sample, .temperature = 1.0, .seed = 7};
    const BatchRun run = RunBatch(SamplesOf(recipe, 16, 16));

    // P + the sum of (G_i - 1): the last token of each response is never processed.
    const int prompt = run.response(0)->prompt_length();
    CHECK(prompt == 5);
    int expected = prompt;
    for (int i = 0; i < 16; ++i) expected += run.response(i)->pass_count() - 1;
    const BatchTotals totals = TotalsOf(run, run.step_count() - 1);
    CHECK(totals.counts.KvPositions(run.config()) == expected);
    CHECK(run.step(0).counts.KvPositions(run.config()) == prompt);
    CHECK(run.step(0).SlotsAt(SlotWork::Prefill) == 1);
    CHECK(run.step(0).SlotsAt(SlotWork::Share) == 15);

    // A position is K and V of 2 layers, 1 KV head of 8 numbers, 8 bytes each: 256 bytes.
    CHECK(run.step(0).shared_bytes == prompt * 256);
    CHECK(run.step(0).cache_bytes == prompt * 256);
    CHECK(run.step(1).cache_bytes == (prompt + 16) * 256);
    CHECK(run.step(1).slots[3].shared_rows == prompt);
    CHECK(run.step(1).slots[3].prefix == 0);

    // Without sharing, the prompt is computed and held by each.
    Batch apart = run.batch();
    apart.shares_prompts = false;
    const BatchRun other = RunBatch(apart);
    CHECK(TotalsOf(other, other.step_count() - 1).counts.KvPositions(run.config()) ==
          expected + 15 * prompt);
    CHECK(other.step(0).cache_bytes == 16 * prompt * 256);
    CHECK(other.step(0).shared_bytes == 0);
    for (int i = 0; i < 16; ++i) {
        CHECK(CheckResponse(run, i).agrees());
        CHECK(run.response(i)->ids() == other.response(i)->ids());
    }
    // The first tokens are drawn from the same logits by different seeds: not all are the same.
    std::set<TokenId> first;
    for (int i = 0; i < 16; ++i) first.insert(run.response(i)->pass(0).selection->id);
    CHECK(first.size() > 1);
}

TEST_CASE("Samples that wait for a slot begin with the rows that the first one computed") {
    Recipe recipe;
    recipe.model = Toy();
    recipe.prompt = "A B";
    recipe.tokens = 2;
    recipe.rule = Sampling(1);
    const BatchRun run = RunBatch(SamplesOf(recipe, 4, 2));
    CHECK(GridOf(run) == "PS\nDD\nSS\nDD\n");
    // A step in which all begin so needs no pass at all: neither weights nor cache are read.
    CHECK(run.step(2).counts == Counts{});
    CHECK(run.step(2).selected() == 2);
    // The prefix is kept while a request waits for it, and shared until the last one has ended.
    CHECK(run.step(3).shared_bytes == run.step(0).shared_bytes);
    for (int i = 0; i < 4; ++i) CHECK(CheckResponse(run, i).agrees());
}

TEST_CASE("Prompts are shared by equal rules alone, whatever the seed") {
    Batch batch{.model = Toy(), .slots = 3};
    batch.requests = {{"A B", 2, Sampling(1)}, {"A B", 2, Sampling(9)}, {"A B", 2, {}}};
    CHECK(GridOf(RunBatch(batch)) == "PSP\nDDD\n");
    batch.requests[2] = {"B A", 2, Sampling(1)};
    CHECK(GridOf(RunBatch(batch)) == "PSP\nDDD\n");
}

TEST_CASE("Slots are taken, left and idle as derived by hand") {
    // Two slots. A: 3 tokens at once. B: 1 token at once. C: 2 tokens at once, waits for B's slot.
    // D: 2 tokens, arrives at step 6, when all others have ended.
    //   step    0  1  2  3  4  5  6  7
    //   slot 0  A  A  A  .  .  .  D  D
    //   slot 1  B  C  C  .  .  .  .  .
    Batch batch{.model = Toy(), .slots = 2};
    batch.requests = {{"A B", 3}, {"C", 1}, {"B C A", 2}, {"A", 2, {}, 6}};
    const BatchRun run = RunBatch(batch);
    CHECK(GridOf(run) == "PP\nDP\nDD\n..\n..\n..\nP.\nD.\n");
    CHECK(run.step(0).queue == std::vector<int>{2});
    CHECK(run.step(1).queue.empty());
    CHECK(run.step(5).queue.empty());

    const BatchTotals totals = TotalsOf(run, 7);
    CHECK(totals.slot_steps == 16);
    CHECK(totals.idle_slot_steps == 8);
    CHECK(totals.utilisation() == 0.5);
    CHECK(totals.selected == 3 + 1 + 2 + 2);
    CHECK(totals.counts.KvPositions(run.config()) == (2 + 2) + (1 + 0) + (3 + 1) + (1 + 1));
    CHECK(TotalsOf(run, -1).slot_steps == 0);

    // Prefill and decode in one step: 3 positions and 1.
    CHECK(run.step(1).slots[0].pass->tokens.size() == 1);
    CHECK(run.step(1).slots[1].pass->tokens.size() == 3);
    CHECK(run.step(1).slots[1].pass->cache_length_before == 0);
    CHECK(run.step(1).slots[0].pass->cache_length_before == 2);
}

TEST_CASE("Weights are counted once per step, however many requests run") {
    // Of the toy: Q, K, V are 2 x 2 each, the output matrix 3 x 2, no biases: 18 numbers of 8
    // bytes. An embedding of 2 numbers is read for each different token: A and B, then the one that
    // all of them select.
    for (const int rows : {1, 2, 5, 8}) {
        Batch batch{.model = Toy(), .slots = 8, .shares_prompts = false};
        for (int i = 0; i < rows; ++i) batch.requests.push_back({"A B", 3});
        const BatchRun run = RunBatch(batch);
        Counts counts;
        const Model model = ToyModel();
        KvCache cache(model);
        const std::vector<TokenId> token{0};
        Engine(Toy()).Run(token, cache, Capture::LogitsOnly, counts);
        const std::int64_t embedding = 2 * 8;
        const std::int64_t matrices = counts.weight_bytes_read - embedding;
        INFO(rows << " rows");
        CHECK(run.step(0).counts.weight_bytes_read == matrices + 2 * embedding);
        CHECK(run.step(1).counts.weight_bytes_read == matrices + embedding);
    }
}

TEST_CASE("Multiply-adds and cache bytes of a batch are the sum of its responses alone") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Batch batch = RandomBatch(seed, Precision::Float64);
        batch.shares_prompts = false;
        const BatchRun run = RunBatch(batch);
        Counts alone;
        for (int i = 0; i < run.request_count(); ++i) alone += CheckResponse(run, i).alone;
        const Counts together = TotalsOf(run, run.step_count() - 1).counts;
        INFO("seed " << seed);
        CHECK(together.kv_rows_computed == alone.kv_rows_computed);
        CHECK(together.multiply_adds == alone.multiply_adds);
        CHECK(together.cache_bytes_read == alone.cache_bytes_read);
        CHECK(together.cache_bytes_written == alone.cache_bytes_written);
        CHECK(together.weight_bytes_read <= alone.weight_bytes_read);
    }
}

TEST_CASE("Responses end by length and end token and full context and each says why") {
    Model model = ToyModel();
    model.config.context_length = 4;
    Batch batch{.model = std::make_shared<const Model>(model), .slots = 3};
    // P = 3, context 4: the prefill and one decode pass fit; the token selected then has no place.
    batch.requests = {{"A B C", 9}, {"A", 2}};
    const BatchRun full = RunBatch(batch);
    CHECK(full.response(0)->finish_reason() == FinishReason::ContextFull);
    CHECK(full.response(0)->pass_count() == 2);
    CHECK(full.step(1).slots[0].ended == FinishReason::ContextFull);
    CHECK(full.step(1).slots[1].ended == FinishReason::Length);
    CHECK(CheckResponse(full, 0).agrees());

    // tests/reference/drinks.json: "Today I drink tea" goes on "with lemon at home . <end>".
    Batch drinks{.model = Drinks(), .slots = 2};
    drinks.requests = {{"Today I drink tea", 12}, {"Today I drink tea with", 3}};
    const BatchRun run = RunBatch(drinks);
    CHECK(run.response(0)->finish_reason() == FinishReason::EndToken);
    CHECK(run.response(0)->pass_count() == 6);
    CHECK(run.response(1)->finish_reason() == FinishReason::Length);
    CHECK(run.step(5).slots[0].ended == FinishReason::EndToken);
    CHECK(run.step(5).slots[1].work == SlotWork::Idle);
}

TEST_CASE("A step says where every request is and stepping back says the same again") {
    Batch batch{.model = Toy(), .slots = 2};
    batch.requests = {{"A B", 3}, {"C", 1}, {"B C A", 2}, {"A", 2, {}, 6}, {"Z", 2}};
    const BatchRun run = RunBatch(batch);
    using enum RequestState;
    const auto states = [&](int step) {
        std::vector<RequestState> all;
        for (int i = 0; i < run.request_count(); ++i)
            all.push_back(RequestStatusAt(run, i, step).state);
        return all;
    };
    CHECK(states(-1) == std::vector{Queued, Queued, Queued, NotArrived, Refused});
    CHECK(states(0) == std::vector{Running, Ended, Queued, NotArrived, Refused});
    CHECK(states(1) == std::vector{Running, Ended, Running, NotArrived, Refused});
    CHECK(states(2) == std::vector{Ended, Ended, Ended, NotArrived, Refused});
    CHECK(states(7) == std::vector{Ended, Ended, Ended, Ended, Refused});
    std::vector<std::vector<RequestState>> forth, back;
    for (int step = 0; step < run.step_count(); ++step) forth.push_back(states(step));
    for (int step = run.step_count() - 1; step >= 0; --step)
        back.insert(back.begin(), states(step));
    CHECK(forth == back);

    const RequestStatus c = RequestStatusAt(run, 2, 2);
    CHECK(c.slot == 1);
    CHECK(c.first_step == 1);
    CHECK(c.last_step == 2);
    CHECK(c.selected() == 2);
    CHECK(c.ended == FinishReason::Length);
    // Passes that were appended are the ones that stay: nothing is computed again.
    CHECK(c.pass == run.step(2).slots[1].pass.get());
    CHECK(c.pass == &run.response(2)->pass(1));
}

TEST_CASE("A prompt that cannot be served is refused and the others are served") {
    Batch batch{.model = Toy(), .slots = 2};
    batch.requests = {{"A Z", 2}, {"A", 2}, {"", 2}};
    const BatchRun run = RunBatch(batch);
    CHECK(run.problem(0).find("Z") != std::string::npos);
    CHECK(run.problem(1).empty());
    CHECK_FALSE(run.problem(2).empty());
    CHECK(run.response(0) == nullptr);
    CHECK(GridOf(run) == "P.\nD.\n");

    batch.requests = {{"Z", 2}};
    CHECK(RunBatch(batch).step_count() == 0);
    CHECK(RunBatch(batch).is_done());
}

TEST_CASE("A step reads the weights exactly where it has a pass") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Batch batch = RandomBatch(seed, Precision::Float64);
        for (size_t i = 3; i < batch.requests.size(); ++i) {  // late copies of the first
            batch.requests[i] = batch.requests[0];
            batch.requests[i].arrival_step = static_cast<int>(seed + i) % 9;
        }
        const BatchRun run = RunBatch(batch);
        for (const BatchStepPtr& step : run.steps()) {
            CHECK(step->has_pass() == (step->counts.weight_bytes_read > 0));
        }
    }
    // One slot: the second of two equal prompts finds the logits of the first one's prefill kept.
    Batch batch{.model = Toy(), .slots = 1};
    batch.requests = {{"A B", 1}, {"A B", 1}};
    const BatchRun run = RunBatch(batch);
    CHECK(GridOf(run) == "P\nS\n");
    CHECK_FALSE(run.step(1).has_pass());
    CHECK(run.step(1).selected() == 1);
}

TEST_CASE("A batch with impossible numbers is refused as a whole") {
    Batch batch{.model = Toy(), .slots = 2};
    CHECK_THAT(ErrorOf([&] { Validate(batch); }), Catch::Contains("1 to 64 requests, not 0"));
    batch.requests = {{"A", 0}};
    CHECK_THAT(ErrorOf([&] { Validate(batch); }), Catch::Contains("request 0"));
    batch.requests = {{"A", 1, {}, -1}};
    CHECK_THAT(ErrorOf([&] { Validate(batch); }), Catch::Contains("arrives at step -1"));
    batch.requests = {{"A", 1}};
    batch.slots = 0;
    CHECK_THAT(ErrorOf([&] { Validate(batch); }), Catch::Contains("1 to 64 slots, not 0"));
    batch.slots = 65;
    CHECK_THROWS_AS(Validate(batch), Error);
    batch.slots = 1;
    batch.requests.resize(65, {"A", 1});
    CHECK_THROWS_AS(Validate(batch), Error);
    Config large = Stories260KConfig();
    large.vocabulary_size = 100000;
    large.context_length = 0;
    large.positions = Positions::None;
    batch.model = std::make_shared<const Model>(Model{.config = large});
    batch.requests.assign(64, {"t0", 4096});
    CHECK_THAT(ErrorOf([&] { Validate(batch); }), Catch::Contains("gigabyte"));
}

TEST_CASE("A NaN ends a response and leaves the others alone") {
    Model model = ToyModel();
    // The last word's embedding is NaN: a prompt with it has only NaNs, others have numbers.
    std::get<Weights<double>>(*model.weights)
        .token_embedding.Set(2, 0, std::numeric_limits<double>::quiet_NaN());
    Batch batch{.model = std::make_shared<const Model>(std::move(model)), .slots = 2};
    batch.requests = {{"C", 3}, {"A", 1}};
    const BatchRun run = RunBatch(batch);
    CHECK(run.response(0)->finish_reason() == FinishReason::NotSelected);
    CHECK(run.response(1)->finish_reason() == FinishReason::Length);
    CHECK(CheckResponse(run, 0).agrees());
}

TEST_CASE("Eight prompts on stories260K together equal each alone and the reference", "[models]") {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    const std::filesystem::path numbers = ModelReferencePath("stories260K.json");
    if (path.empty() || numbers.empty())
        SKIP("skipped: stories260K.bin or its reference not found");
    std::ifstream file(numbers);
    const nlohmann::json reference = nlohmann::json::parse(file);

    Batch batch{.model = OpenFile(path.string()).model, .slots = 8};
    for (const auto& run : reference["runs"]) {
        batch.requests.push_back({run["prompt"].get<std::string>(), 12});
    }
    for (const char* const prompt :
         {"The dog", "Tom and Sam went to the park.", "A big red ball", "Mom said",
          "It was a sunny day and", "Lily", "One day, a cat"}) {
        if (batch.requests.size() < 8) batch.requests.push_back({prompt, 10});
    }
    REQUIRE(batch.requests.size() == 8);
    batch.requests[6].arrival_step = 3;
    batch.requests[7].tokens = 4;
    const BatchRun run = RunBatch(batch);
    for (int i = 0; i < 8; ++i) {
        const ResponseCheck check = CheckResponse(run, i);
        INFO("row " << i);
        CHECK(check.max_abs_difference == 0.0);
        CHECK(check.tokens_agree);
    }
    for (size_t i = 0; i < reference["runs"].size(); ++i) {
        const Recording& response = *run.response(static_cast<int>(i));
        // The reference feeds one token at a time, and lists what each position goes on with: up to
        // the prompt's last position those are the prompt's own tokens.
        const auto& expected = reference["runs"][i]["selected_ids"];
        for (int g = 0; g < response.pass_count(); ++g) {
            const auto at = static_cast<size_t>(response.prompt_length() - 1 + g);
            CHECK(response.pass(g).selection->id == expected[at].get<TokenId>());
        }
    }
}

}  // namespace
}  // namespace decodescope
