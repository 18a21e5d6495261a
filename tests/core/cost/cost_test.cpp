// The closed formulas of what a pass costs, against what the engine counts where it does it.

#include "core/cost/cost.h"

#include "core/model/weights.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr std::uint64_t kModels = 200;

Recipe RecipeFor(std::uint64_t seed, Precision precision) {
    Recipe recipe;
    recipe.model =
        std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed, precision, 0.4));
    recipe.prompt = "t0 t2 t1 t1 t0 t2";
    recipe.prompt.resize(2 + 3 * (seed % 6));  // one to six tokens
    recipe.tokens = 1 + static_cast<int>(seed / 6 % 6);
    return recipe;
}

std::int64_t At(const Counts& counts, Stage stage) {
    return counts.multiply_adds[static_cast<size_t>(stage)];
}

// The first stage or sum in which two counts differ, or "".
std::string FirstDifference(const Counts& a, const Counts& b) {
    for (int i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (At(a, stage) != At(b, stage)) return std::string(InfoOf(stage).name);
    }
    if (a.weight_bytes_read != b.weight_bytes_read) return "weight_bytes_read";
    if (a.cache_bytes_read != b.cache_bytes_read) return "cache_bytes_read";
    if (a.cache_bytes_written != b.cache_bytes_written) return "cache_bytes_written";
    return a == b ? "" : "kv_rows_computed";
}

template <class T>
std::int64_t SizeOf(const Weights<T>& weights) {
    std::int64_t size = 0;
    ForEachParameter(weights, [&](TensorAt, const auto& numbers) { size += numbers.size(); });
    return size;
}

TEST_CASE("What the engine counts in each pass is what the formulas say") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Recording recording = Record(RecipeFor(seed, precision));
            for (const PassPtr& pass : recording.passes()) {
                Workload work = WorkloadOfPass(pass->cache_length_before,
                                               static_cast<int>(pass->tokens.size()));
                work.token_rows = DistinctTokens(pass->tokens);
                INFO("seed " << seed << ", pass " << pass->index);
                CHECK(FirstDifference(pass->counts, CountsOf(recording.model(), work)) == "");
            }
        }
    }
}

TEST_CASE("A whole run counts what the formulas say with the cache and recomputed without") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Recording recording = Record(RecipeFor(seed, precision));
            Counts cached, recomputed;
            for (const PassPtr& pass : recording.passes()) cached += pass->counts;
            for (const PassCheck& check : CheckAll(recording))
                recomputed += check.recomputed_counts;
            const int p = recording.prompt_length(), g = recording.pass_count();
            const std::span<const TokenId> ids =
                std::span(recording.ids()).first(static_cast<size_t>(p + g - 1));
            INFO("seed " << seed << ", P = " << p << ", G = " << g);
            CHECK(FirstDifference(cached, CountsOf(recording.model(), WorkloadWithCache(ids, p))) ==
                  "");
            CHECK(FirstDifference(recomputed,
                                  CountsOf(recording.model(), WorkloadWithoutCache(ids, p))) == "");
        }
    }
}

TEST_CASE("Several sequences in one pass count what the formulas say and read the weights once") {
    const std::vector<TokenId> tokens{0, 1, 2};
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const auto model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed));
        const int batch = 1 + static_cast<int>(seed % 4);
        std::vector<KvCache> caches(static_cast<size_t>(batch), KvCache(*model));
        std::vector<SequenceInput> sequences;
        for (KvCache& cache : caches) sequences.push_back({tokens, &cache});
        Counts counts;
        Engine(model).RunTogether(sequences, Capture::LogitsOnly, counts.weight_bytes_read);
        for (const SequenceInput& sequence : sequences) counts += sequence.counts;
        INFO("seed " << seed);
        Workload work = WorkloadOfBatch(batch, 0, 3);
        work.token_rows = 3;  // the same three for all
        CHECK(FirstDifference(counts, CountsOf(*model, work)) == "");
    }
}

TEST_CASE("The work of a run is the sum of its passes") {
    for (int p = 1; p < 12; ++p) {
        for (int g = 1; g < 12; ++g) {
            Workload with, without;
            for (int pass = 0; pass < g; ++pass) {
                with += pass == 0 ? WorkloadOfPass(0, p) : WorkloadOfPass(p + pass - 1, 1);
                without += WorkloadOfPass(0, p + pass);
            }
            CHECK(WorkloadWithCache(p, g) == with);
            CHECK(WorkloadWithoutCache(p, g) == without);
            CHECK(with.positions == p + g - 1);
            CHECK(without.positions == g * p + g * (g - 1) / 2);
        }
    }
}

// Counted by hand in ABC, 2 numbers of 8 bytes a row. The prompt A B A A has two different tokens.
// The output matrix has 6 numbers more. Without a cache the second pass has the prefix A B A A and
// one token more, which is A or B: two rows again.
TEST_CASE("An embedding's row is read once a pass however many positions look it up") {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(ToyModel());
    recipe.prompt = "A B A A";
    recipe.tokens = 2;
    const Recording recording = Record(recipe);
    REQUIRE(recording.ids()[4] < 2);
    const std::vector<PassCheck> checks = CheckAll(recording);
    CHECK(recording.pass(0).counts.weight_bytes_read == (2 * 2 + 6) * 8);
    CHECK(recording.pass(1).counts.weight_bytes_read == (2 + 6) * 8);
    CHECK(checks[0].recomputed_counts.weight_bytes_read == (2 * 2 + 6) * 8);
    CHECK(checks[1].recomputed_counts.weight_bytes_read == (2 * 2 + 6) * 8);
    CHECK(WorkloadWithoutCache(std::vector<TokenId>{0, 1, 0, 0, 2}, 4).token_rows == 2 + 3);
    CHECK(WorkloadWithCache(std::vector<TokenId>{0, 1, 0, 0, 2}, 4).token_rows == 2 + 1);
}

// ABC: d = 2, vocabulary 3, one layer and head; Q = K = V = x, so nothing is multiplied there.
// Doubles.
//
//   prefill of A B   pairs 1 + 2 = 3; scores 3·2, weighted sums 3·2, logits 2·3.
//                    Weights: two embedding rows 2·2 and the output matrix 3·2: 10 numbers,
//                    80 bytes. K and V of 2 positions written, 2·2·2 = 8 numbers, and as many
//                    read: 64 bytes each.
//   pass 1           pairs 3; scores 6, weighted sums 6, logits 6. One embedding row:
//                    2 + 6 = 8 numbers, 64 bytes. One position written, 4 numbers; three read,
//                    12: 32 and 96 bytes.
TEST_CASE("ABC costs what is counted by hand") {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(ToyModel());
    recipe.prompt = "A B";
    recipe.tokens = 4;
    const Recording recording = Record(recipe);
    const Counts& prefill = recording.pass(0).counts;
    const Counts& decode = recording.pass(1).counts;
    for (const Counts* counts : {&prefill, &decode}) {
        CHECK(At(*counts, Stage::Score) == 6);
        CHECK(At(*counts, Stage::WeightedSum) == 6);
        CHECK(At(*counts, Stage::Logits) == 6);
        CHECK(counts->MultiplyAdds() == 18);
    }
    CHECK(prefill.weight_bytes_read == 80);
    CHECK(prefill.cache_bytes_written == 64);
    CHECK(prefill.cache_bytes_read == 64);
    CHECK(decode.weight_bytes_read == 64);
    CHECK(decode.cache_bytes_written == 32);
    CHECK(decode.cache_bytes_read == 96);
    // The run: 5 positions are processed, 1 + 2 + 3 + 4 + 5 = 15 pairs, so 30 + 30 + 4·6. Without
    // the cache the prefixes of 2, 3, 4 and 5 have 3 + 6 + 10 + 15 = 34 pairs: 68 + 68 + 24.
    Counts cached, recomputed;
    for (const PassPtr& pass : recording.passes()) cached += pass->counts;
    for (const PassCheck& check : CheckAll(recording)) recomputed += check.recomputed_counts;
    CHECK(cached.MultiplyAdds() == 84);
    CHECK(recomputed.MultiplyAdds() == 160);
    CHECK(ParameterCount(CostShapeOf(*recipe.model)) == 12);  // two matrices of 3·2
}

TEST_CASE("The count of parameters is how many numbers the model has") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Model model = RandomModel(RandomConfig(seed), seed);
        const auto size =
            std::visit([](const auto& weights) { return SizeOf(weights); }, *model.weights);
        INFO("seed " << seed);
        CHECK(ParameterCount(CostShapeOf(model)) == size);
    }
}

TEST_CASE("The cache keeps as many bytes as a run has written") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Recording recording = Record(RecipeFor(seed, Precision::Float32));
        Counts counts;
        for (const PassPtr& pass : recording.passes()) counts += pass->counts;
        const int length = recording.passes().back()->cache_length_after;
        CHECK(counts.cache_bytes_written ==
              4 * length * CacheNumbersPerPosition(recording.config()));
    }
}

}  // namespace
}  // namespace decodescope
