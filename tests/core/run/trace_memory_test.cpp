// Older passes are computed again, and nobody can tell but by the time that takes.
#include "core/run/trace_memory.h"

#include <algorithm>
#include <bit>
#include <random>
#include <thread>

#include "core/run/check.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe RandomRecipe(std::uint64_t seed, Precision precision, int tokens = 7) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed, precision));
    recipe.prompt = "t0 t1 t2 t0";
    recipe.tokens = tokens;
    if (seed % 2 == 0) recipe.rule = {.kind = RuleKind::Sample, .temperature = 1.5, .seed = seed};
    return recipe;
}

Recording RecordIn(const Recipe& recipe, const TraceMemoryPtr& memory) {
    Recording recording(recipe, memory);
    Decoder decoder(recording);
    while (PassPtr pass = decoder.Step()) recording.Append(std::move(pass));
    return recording;
}

// Every number of a pass as bits, and where the rows begin.
std::vector<std::uint64_t> BitsOf(const Recording& recording, int index) {
    const Pass& pass = recording.pass(index);
    std::vector<std::uint64_t> bits;
    for (const TensorInfo& info : AllTensors()) {
        const int layers = info.per_layer ? recording.config().layers : 1;
        if (info.is_parameter) continue;
        for (int layer = 0; layer < layers; ++layer) {
            for (int head = 0; head < HeadCount(recording.config(), info.tensor); ++head) {
                for (int p = pass.first_position; p <= pass.last_position(); ++p) {
                    if (!recording.Has({info.tensor, layer, head, p, 0})) continue;
                    const Numbers row = recording.Row(info.tensor, layer, head, p);
                    bits.push_back(static_cast<std::uint64_t>(row.size()));
                    for (int i = 0; i < row.size(); ++i) {
                        bits.push_back(std::bit_cast<std::uint64_t>(row[i]));
                    }
                }
            }
        }
    }
    return bits;
}

std::vector<int> InSomeOrder(int passes, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<int> visits;
    for (int i = 0; i < 4 * passes; ++i) {
        visits.push_back(std::uniform_int_distribution<int>(0, passes - 1)(random));
    }
    return visits;
}

// No room at all, for one pass, for several, for all of them.
constexpr size_t kBudgets[] = {0, 2'000, 20'000, kUsualTraceMemory};

}  // namespace

TEST_CASE("Every number of every pass is the same to the bit, however small the memory") {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Recipe recipe = RandomRecipe(seed, precision);
            const Recording whole = RecordIn(recipe, nullptr);
            std::vector<std::vector<std::uint64_t>> expected;
            for (int i = 0; i < whole.pass_count(); ++i) expected.push_back(BitsOf(whole, i));
            for (const size_t budget : kBudgets) {
                INFO("seed " << seed << ", budget " << budget);
                const Recording recording = RecordIn(recipe, std::make_shared<TraceMemory>(budget));
                REQUIRE(recording.ids() == whole.ids());
                for (const int pass : InSomeOrder(recording.pass_count(), seed)) {
                    INFO("pass " << pass);
                    REQUIRE(BitsOf(recording, pass) == expected[static_cast<size_t>(pass)]);
                }
            }
        }
    }
}

TEST_CASE("The memory keeps to its budget, but for the last few traces") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const auto memory = std::make_shared<TraceMemory>(0);
        const Recording recording = RecordIn(RandomRecipe(seed, Precision::Float64, 12), memory);
        size_t largest = 0, sum = 0;
        for (const PassPtr& pass : recording.passes()) {
            const size_t bytes = recording.TraceOf(*pass).bytes();
            largest = std::max(largest, bytes);
            sum += bytes;
        }
        CHECK(memory->bytes() <= kFewestTraces * largest);
        memory->SetBudget(sum);
        for (const PassPtr& pass : recording.passes()) recording.TraceOf(*pass);
        CHECK(memory->bytes() == sum);
        for (const PassPtr& pass : recording.passes()) CHECK(pass->kept.is_at_hand());
        memory->SetBudget(sum - 1);
        const bool has_few = static_cast<size_t>(recording.pass_count()) <= kFewestTraces;
        CHECK(recording.pass(0).kept.is_at_hand() == has_few);  // the one that was used first
        CHECK(memory->bytes() <= std::max(sum - (has_few ? 0 : 1), kFewestTraces * largest));
    }
}

TEST_CASE("What is looked at again and again stays, while other passes come and go") {
    const auto memory = std::make_shared<TraceMemory>(0);
    const Recording recording = RecordIn(RandomRecipe(3, Precision::Float32, 20), memory);
    REQUIRE(recording.pass_count() > 10);
    const SharedTrace first = recording.TraceOf(recording.pass(0));
    for (int i = 1; i < recording.pass_count(); ++i) {
        recording.TraceOf(recording.pass(i));
        CHECK(recording.TraceOf(recording.pass(0)) == first);
    }
}

TEST_CASE("A row that is being read does not go away when its pass does, nor with its recording") {
    std::vector<Numbers> rows;
    std::vector<std::vector<double>> expected;
    {
        const Recording recording =
            RecordIn(RandomRecipe(5, Precision::Float64, 12), std::make_shared<TraceMemory>(0));
        for (const PassPtr& pass : recording.passes()) {
            rows.push_back(recording.Row(TensorId::Logits, 0, 0, pass->last_position()));
            expected.push_back(rows.back().ToVector());
        }
        CHECK_FALSE(recording.pass(0).kept.is_at_hand());
        for (size_t i = 0; i < rows.size(); ++i) CHECK(rows[i].ToVector() == expected[i]);
    }
    for (size_t i = 0; i < rows.size(); ++i) CHECK(rows[i].ToVector() == expected[i]);
}

TEST_CASE("Traces go with the last recording that has their passes") {
    const auto memory = std::make_shared<TraceMemory>();
    {
        const Recording recording = RecordIn(RandomRecipe(1, Precision::Float64), memory);
        const Recording copy = recording;
        CHECK(memory->bytes() > 0);
    }
    CHECK(memory->bytes() == 0);
}

TEST_CASE("A run goes on, parts into branches and is checked, whatever is at hand") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        INFO("seed " << seed);
        const Recipe recipe = RandomRecipe(seed, Precision::Float32, 9);
        const Recording whole = RecordIn(recipe, nullptr);
        const Recording recording = RecordIn(recipe, std::make_shared<TraceMemory>(0));
        for (const PassCheck& check : CheckAll(recording)) CHECK(Agrees(check));

        Recipe by_hand = recipe;
        by_hand.branches.push_back({{1, 0}});
        by_hand.branch = 1;
        Recording branch(by_hand, recording), expected(by_hand, whole);
        CHECK(branch.memory() == recording.memory());
        for (Recording* one : {&branch, &expected}) {
            Decoder decoder(*one);
            while (PassPtr pass = decoder.Step()) one->Append(std::move(pass));
        }
        REQUIRE(branch.ids() == expected.ids());
        for (int i = 0; i < branch.pass_count(); ++i) {
            CHECK(branch.pass(i).selection == expected.pass(i).selection);
            CHECK(BitsOf(branch, i) == BitsOf(expected, i));
        }
    }
}

TEST_CASE("Several threads may read a recording at once") {
    const Recipe recipe = RandomRecipe(4, Precision::Float32, 12);
    const Recording whole = RecordIn(recipe, nullptr);
    const Recording recording = RecordIn(recipe, std::make_shared<TraceMemory>(0));
    std::vector<int> wrong(4, 0);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            for (const int pass : InSomeOrder(recording.pass_count(), t)) {
                if (BitsOf(recording, pass) != BitsOf(whole, pass)) ++wrong[t];
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const int count : wrong) CHECK(count == 0);
}

TEST_CASE("A long run needs memory for its budget, not for all of its numbers") {
    Recipe recipe = RandomRecipe(2, Precision::Float32);
    recipe.tokens = 50'000;
    if (recipe.model->config.context_length > 0) return;
    const Recording recording(recipe, std::make_shared<TraceMemory>(1'000'000));
    const Recording unbounded(recipe, std::make_shared<TraceMemory>(size_t{1} << 60));
    CHECK(EstimatedBytes(recording) < 0.01 * EstimatedBytes(unbounded));
}

}  // namespace decodescope
