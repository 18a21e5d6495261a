// The plain decoder without a mistake is the engine; with one, exactly the intended invariants
// break, in any model.
#include "core/mistakes/broken_run.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/io/file_formats.h"
#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/core/mistakes/broken_invariants.h"
#include "tests/support/catch.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr RunSetup kSetups[] = {RunSetup::Single, RunSetup::TwoRequests,
                                RunSetup::TwoRequestsPadded, RunSetup::AfterPromptEdit,
                                RunSetup::AfterEmbeddingEdit};

Recipe RecipeOf(std::uint64_t seed, Config config, Precision precision = Precision::Float64) {
    config.vocabulary_size = 9;  // no companion of a prompt has the same tokens in another order
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, seed, precision));
    recipe.prompt = "t0 t2 t5 t1";
    recipe.prompt.resize(5 + 3 * (seed % 3));  // two to four tokens
    recipe.tokens = 3;
    if (seed % 2 == 0) {
        recipe.rule = {
            .kind = RuleKind::Sample, .temperature = 0.8, .top_k = 7, .top_p = 0.8, .seed = seed};
    }
    return recipe;
}

Row ToRow(const Numbers& numbers) {
    Row row;
    for (int i = 0; i < numbers.size(); ++i) row.push_back(numbers[i]);
    return row;
}

// Every number of a sequence against the engine's own run of its prompt, to the bit.
void CheckEqualsEngine(const BrokenRun& run, int index) {
    const BrokenSequence& sequence = run.sequence(index);
    Recording correct(run.recipe, sequence.prompt);
    Decoder decoder(correct);
    while (PassPtr pass = decoder.Step()) correct.Append(std::move(pass));
    REQUIRE(sequence.ids == correct.ids());
    REQUIRE(std::ssize(sequence.passes) == correct.pass_count());
    const TensorAt hidden = FinalHidden(run.config());
    for (const BrokenPass& pass : sequence.passes) {
        const SharedTrace trace = correct.TraceOf(correct.pass(pass.index));
        for (const PlainRow& row : pass.rows) {
            if (row.is_padding()) continue;
            CHECK(row.hidden == ToRow(trace.Row(hidden.tensor, hidden.layer, row.place)));
            for (int layer = 0; layer < run.config().layers; ++layer) {
                for (int head = 0; head < run.config().query_heads; ++head) {
                    const HeadAttention& look =
                        row.heads[static_cast<size_t>(layer)][static_cast<size_t>(head)];
                    CHECK(look.scores ==
                          ToRow(trace.Row(TensorId::Scores, layer, row.place, head)));
                    CHECK(look.weights ==
                          ToRow(trace.Row(TensorId::AttentionWeights, layer, row.place, head)));
                }
            }
        }
        const int last = pass.last_row().place;
        CHECK(pass.logits == ToRow(trace.Row(TensorId::Logits, 0, last)));
        CHECK(pass.probabilities_after_rule ==
              ToRow(trace.Row(TensorId::ProbabilitiesAfterRule, 0, last)));
        CHECK(pass.selection == correct.pass(pass.index).selection);
    }
}

// A norm divides by the size of its input, and LayerNorm subtracts its mean: of one number only the
// sign is left, and of two numbers the order. After such a bottleneck wrong numbers come out right.
bool HasNarrowNeck(const Config& config) {
    const bool is_one_wide =
        config.mlp != MlpKind::None && config.mlp_hidden == 1 && !config.residuals;
    return (config.norm == NormKind::LayerNorm && config.d_model == 2) ||
           (config.norm != NormKind::None && is_one_wide);
}

}  // namespace

TEST_CASE(
    "Without a mistake the plain decoder equals the engine to the bit and every invariant holds") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Precision precision = seed % 3 == 0 ? Precision::Float32 : Precision::Float64;
        const Recipe recipe = RecipeOf(seed, RandomConfig(seed), precision);
        for (const RunSetup setup : kSetups) {
            INFO("seed " << seed << ", setup " << static_cast<int>(setup));
            const BrokenRun run = RunBroken(recipe, Mistake::None, setup);
            for (int i = 0; i < std::ssize(run.sequences); ++i) CheckEqualsEngine(run, i);
            REQUIRE(BrokenIn(run) == Broken{});
        }
    }
}

TEST_CASE("A mistake breaks exactly the invariants that it must in any model") {
    std::set<Mistake> seen;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Recipe recipe = RecipeOf(seed, RandomConfig(seed));
        if (HasNarrowNeck(recipe.model->config)) continue;
        for (const Mistake mistake : AllMistakes()) {
            if (WhyNotShown(recipe, mistake)) continue;
            const BrokenRun run = RunBroken(recipe, mistake);
            const BrokenSequence& own = run.sequence(0);
            // Where one candidate has all of p, none crosses it but the first, which stays.
            const bool can_drop = std::ranges::any_of(own.passes, [](const BrokenPass& pass) {
                return std::ranges::count_if(pass.correct.probabilities_after_rule,
                                             [](double p) { return p > 0; }) > 1;
            });
            if (mistake == Mistake::TopPDropsCrossing && !can_drop) continue;
            INFO("seed " << seed << ", " << InfoOf(mistake).name);
            Broken expected = Expected(mistake, run.config());
            CHECK(BrokenIn(run) == expected);
            CHECK(expected.contains(std::string(InfoOf(InfoOf(mistake).breaks).name)));
            seen.insert(mistake);
        }
    }
    CHECK(seen.size() == AllMistakes().size());
}

TEST_CASE("Every invariant is broken by a mistake and every mistake by its own pass") {
    Broken broken;
    Config config = RandomConfig(11);
    config.positions = Positions::Rope;
    for (const Mistake mistake : AllMistakes()) {
        Recipe recipe = RecipeOf(11, config);
        recipe.rule = {
            .kind = RuleKind::Sample, .temperature = 5, .top_p = 0.8};  // none has all of p
        const BrokenRun run = RunBroken(recipe, mistake);
        for (const std::string& name : BrokenIn(run)) broken.insert(name);
        // What is wrong only in decode shows in the first decode pass, everything else in the
        // prefill.
        const bool in_decode =
            mistake == Mistake::PositionsRestarted || mistake == Mistake::CacheRowsSwapped;
        INFO(InfoOf(mistake).name);
        CHECK(FirstOf(CheckInvariants(run), InfoOf(mistake).breaks).pass == (in_decode ? 1 : 0));
    }
    CHECK(broken.size() == kInvariantCount);
}

TEST_CASE("Of a long recipe only the beginning is run, and it says so") {
    Recipe recipe = Toy(40);
    for (int i = 0; i < 30; ++i) recipe.prompt += " C";
    const BrokenRun run = RunBroken(recipe, Mistake::None);
    CHECK(std::ssize(run.sequence(0).prompt) == kMostMistakePrompt);
    CHECK(std::ssize(run.sequence(0).passes) == kMostMistakePasses);
    CHECK(run.changes == "the first 24 of 32 prompt tokens; the first 8 of 40 passes");
}

TEST_CASE("A model with a NaN breaks no invariant without a mistake") {
    Model model = ToyModel();
    std::get<Weights<double>>(*model.weights).token_embedding.Set(1, 0, std::nan(""));
    const Recipe recipe = ExampleRecipe(std::make_shared<const Model>(model));
    for (const RunSetup setup : kSetups) {
        CHECK(BrokenIn(RunBroken(recipe, Mistake::None, setup)) == Broken{});
    }
}

TEST_CASE("A trained model breaks as a random one does") {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    if (path.empty()) SKIP("stories260K.bin not found");
    Recipe recipe = OpenFile(path.string(), ModelPath("tok512.bin").string());
    recipe.prompt = "Once upon a time";
    recipe.tokens = 3;
    recipe.rule = {.kind = RuleKind::Sample, .temperature = 2, .top_p = 0.9};
    CHECK(BrokenIn(RunBroken(recipe, Mistake::None)) == Broken{});
    for (const Mistake mistake : AllMistakes()) {
        INFO(InfoOf(mistake).name);
        const Broken broken = BrokenIn(RunBroken(recipe, mistake));
        CHECK(broken.contains(std::string(InfoOf(InfoOf(mistake).breaks).name)));
    }
}

}  // namespace decodescope
