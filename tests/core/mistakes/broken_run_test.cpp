// The plain decoder without a mistake is the engine; with one, exactly the intended invariants
// break.

#include "core/mistakes/mistake.h"
#include "core/mistakes/violation_text.h"

#include <cmath>
#include <set>

#include "core/base/number.h"
#include "core/io/file_formats.h"
#include "core/mistakes/invariants.h"
#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

using Broken = std::set<std::string>;

constexpr RunSetup kArrangements[] = {RunSetup::Single, RunSetup::TwoRequests,
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

Recipe Toy(int tokens = 4) {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.tokens = tokens;
    return recipe;
}

Broken BrokenIn(const BrokenRun& run) {
    Broken broken;
    for (const InvariantCheck& check : CheckInvariants(run)) {
        if (!check.holds()) broken.insert(std::string(InfoOf(check.invariant).name));
    }
    return broken;
}

const Violation& FirstOf(const std::vector<InvariantCheck>& checks, Invariant invariant) {
    const InvariantCheck& check = checks[static_cast<size_t>(invariant)];
    REQUIRE(check.invariant == invariant);
    REQUIRE_FALSE(check.holds());
    return check.violations.front();
}

std::string Amount(Invariant invariant, const Violation& violation) {
    return AmountText(invariant, violation, [](double number) { return FormatFixed(number, 3); });
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
        const Trace& trace = correct.pass(pass.index).trace();
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

}  // namespace

TEST_CASE(
    "Without a mistake the plain decoder equals the engine to the bit and every invariant holds") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Precision precision = seed % 3 == 0 ? Precision::Float32 : Precision::Float64;
        const Recipe recipe = RecipeOf(seed, RandomConfig(seed), precision);
        for (const RunSetup setup : kArrangements) {
            INFO("seed " << seed << ", setup " << static_cast<int>(setup));
            const BrokenRun run = RunBroken(recipe, Mistake::None, setup);
            for (int i = 0; i < std::ssize(run.sequences); ++i) CheckEqualsEngine(run, i);
            REQUIRE(BrokenIn(run) == Broken{});
        }
    }
}

namespace {

// What breaks for certain, and what follows where a layer reads what an earlier one got wrong.
Broken Expected(Mistake mistake, const Config& config) {
    const bool is_deep = config.layers > 1;
    Broken broken;
    switch (mistake) {
        case Mistake::None: return {};
        // The first token sees nothing, so its weights sum to 0; every other sees one position too
        // few.
        case Mistake::OwnTokenLeftOut:
            broken = {"sees-its-past", "weights-sum", "hidden", "logits"};
            break;
        // One row too many, of a position that is still to come; its own pass then sees it twice.
        case Mistake::SelectedCachedEarly:
            broken = {"cache-length", "not-cached-early", "sees-its-past", "hidden", "logits"};
            break;
        // One row too many, of a position that has been there; its second row sees it twice.
        case Mistake::LastPromptTwice:
            broken = {"cache-length", "processed-once", "sees-its-past", "hidden", "logits"};
            break;
        // The last token sees what it should: with one layer its logits are right.
        case Mistake::MaskOffByOne:
            broken = {"sees-nothing-else", "hidden"};
            if (is_deep) broken.insert("logits");
            break;
        // As many rows as there should be, all seen as they should be, and the wrong ones.
        case Mistake::StaleCache: return {"cached-rows", "hidden", "logits"};
        case Mistake::PositionsRestarted: return {"positions", "cached-rows", "hidden", "logits"};
        case Mistake::CacheRowsSwapped: return {"cached-rows", "hidden", "logits", "row-alone"};
        case Mistake::PaddingAttended:
            broken = {"sees-nothing-else", "hidden", "logits", "row-alone"};
            break;
        // The logits are right; what is made of them is not.
        case Mistake::TopPDropsCrossing: return {"top-p"};
        case Mistake::ScaleLeftOut: broken = {"scores", "hidden", "logits"}; break;
        case Mistake::Count: break;
    }
    // K and V of a deeper layer are made from what attention brought.
    if (is_deep) broken.insert("cached-rows");
    return broken;
}

}  // namespace

namespace {

// A norm divides by the size of its input, and LayerNorm subtracts its mean: of one number only the
// sign is left, and of two numbers the order. After such a bottleneck wrong numbers come out right.
bool HasNarrowNeck(const Config& config) {
    const bool is_one_wide =
        config.mlp != MlpKind::None && config.mlp_hidden == 1 && !config.residuals;
    return (config.norm == NormKind::LayerNorm && config.d_model == 2) ||
           (config.norm != NormKind::None && is_one_wide);
}

}  // namespace

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

// --- The toy, by hand: A = (1, 0), B = (0, 1), C = (-1, -1), logits = [h1, h0, -h0 - h1], and a
// score of 1/sqrt(2) between equal vectors, so that A counts e beside 1 for B where A asks.

namespace {

const double kE = std::exp(InverseSquareRoot(2.0));

std::vector<InvariantCheck> ToyChecks(Mistake mistake, int tokens = 4) {
    return CheckInvariants(RunBroken(Toy(tokens), mistake));
}

void CheckBreach(const std::vector<InvariantCheck>& checks, Invariant invariant, int pass,
                 double found) {
    const Violation& violation = FirstOf(checks, invariant);
    INFO(InfoOf(invariant).name);
    CHECK(violation.pass == pass);
    CHECK(violation.found == Approx(found).epsilon(1e-12));
}

}  // namespace

TEST_CASE("In the toy B without itself sees A alone and selects B") {
    const BrokenRun run = RunBroken(Toy(), Mistake::OwnTokenLeftOut);
    const auto checks = CheckInvariants(run);
    CHECK(BrokenIn(run) == Expected(Mistake::OwnTokenLeftOut, run.config()));
    CheckBreach(checks, Invariant::SeesItsPast, 0, 0);  // A sees none of 1
    CheckBreach(checks, Invariant::WeightsSum, 0, 0);
    CheckBreach(checks, Invariant::Hidden, 0, 1);              // (0, 0) instead of (1, 0)
    CheckBreach(checks, Invariant::Logits, 0, kE / (1 + kE));  // (1, 0) instead of (1, e) / (1 + e)
    CHECK(Amount(Invariant::SeesItsPast, FirstOf(checks, Invariant::SeesItsPast)) ==
          "weights 0, should be 1");
    const BrokenPass& prefill = run.sequence(0).passes[0];
    CHECK(prefill.selection->id == 1);
    CHECK(prefill.correct.selection->id == 0);
}

TEST_CASE("In the toy a selected token cached early makes the cache 3 where it should be 2") {
    const auto checks = ToyChecks(Mistake::SelectedCachedEarly);
    CheckBreach(checks, Invariant::CacheLength, 0, 3);
    CHECK(Amount(Invariant::CacheLength, FirstOf(checks, Invariant::CacheLength)) ==
          "cache 3, should be 2");
    CheckBreach(checks, Invariant::NotCachedBeforeItsPass, 0, 1);
    // A then sees A B A and itself: 3e / (1 + 3e) instead of 2e / (1 + 2e).
    CheckBreach(checks, Invariant::Hidden, 1, kE / ((1 + 3 * kE) * (1 + 2 * kE)));
    CheckBreach(checks, Invariant::SeesItsPast, 1, 4);
}

TEST_CASE("In the toy the last prompt token twice takes two shares") {
    const auto checks = ToyChecks(Mistake::LastPromptTwice);
    CheckBreach(checks, Invariant::CacheLength, 0, 3);
    CheckBreach(checks, Invariant::ProcessedOnce, 0, 2);
    CheckBreach(checks, Invariant::SeesItsPast, 0, 3);
    CheckBreach(checks, Invariant::Logits, 0,
                kE / ((1 + kE) * (1 + 2 * kE)));  // 2e/(1+2e) - e/(1+e)
}

TEST_CASE("In the toy a mask off by one lets A see B and leaves the logits right") {
    const auto checks = ToyChecks(Mistake::MaskOffByOne);
    CheckBreach(checks, Invariant::SeesNothingElse, 0, 1 / (1 + kE));
    CheckBreach(checks, Invariant::Hidden, 0, 1 / (1 + kE));
    CHECK(checks[static_cast<size_t>(Invariant::Logits)].holds());
    CHECK(FirstOf(checks, Invariant::Hidden).place == 0);
}

TEST_CASE("In the toy a stale row is B where A should be after either kind of edit") {
    for (const auto setup : {RunSetup::AfterPromptEdit, RunSetup::AfterEmbeddingEdit}) {
        const auto checks = CheckInvariants(RunBroken(Toy(), Mistake::StaleCache, setup));
        CheckBreach(checks, Invariant::CachedRows, 0, 1);         // (0, 1) for (1, 0)
        CheckBreach(checks, Invariant::Logits, 0, 1 / (1 + kE));  // B sees B and B: (0, 1)
        const bool is_prompt = setup == RunSetup::AfterPromptEdit;
        CHECK(FirstOf(checks, Invariant::CachedRows).detail ==
              (is_prompt ? "B where A should be" : ""));
    }
}

TEST_CASE("In the toy swapped caches let A see B and C") {
    const auto checks = ToyChecks(Mistake::CacheRowsSwapped);
    CheckBreach(checks, Invariant::CachedRows, 1, 2);  // C = (-1, -1) at the place of B = (0, 1)
    CHECK(FirstOf(checks, Invariant::CachedRows).place == 1);
    // A asks B, C and A: shares 1, 1/e, e. h = (e - 1/e, 1 - 1/e) / z instead of (2e, 1) / (1 +
    // 2e); and the third logit is -h0 - h1.
    const double z = 1 + 1 / kE + kE;
    const double h0 = (kE - 1 / kE) / z, h1 = (1 - 1 / kE) / z;
    const double s0 = 2 * kE / (1 + 2 * kE), s1 = 1 / (1 + 2 * kE);
    const double largest =
        std::max({std::abs(h0 - s0), std::abs(h1 - s1), std::abs(h0 + h1 - s0 - s1)});
    CheckBreach(checks, Invariant::Logits, 1, largest);
    CheckBreach(checks, Invariant::RequestAlone, 1, largest);
}

TEST_CASE("In the toy two padding tokens take two thirds of the first weights") {
    const BrokenRun run = RunBroken(Toy(), Mistake::PaddingAttended);
    const auto checks = CheckInvariants(run);
    CHECK(run.sequence(1).prompt.size() == 4);
    CheckBreach(checks, Invariant::SeesNothingElse, 0,
                2.0 / 3.0);  // A sees padding A, A and itself
    // B sees A three times: 3 / (3 + e) instead of 1 / (1 + e).
    CheckBreach(checks, Invariant::Logits, 0, 2 * kE / ((3 + kE) * (1 + kE)));
    CheckBreach(checks, Invariant::RequestAlone, 0, 2 * kE / ((3 + kE) * (1 + kE)));
    CHECK(run.sequence(0).passes[0].selection->id == 1);
    CHECK(run.sequence(0).ids_alone[2] == 0);
}

TEST_CASE("In the toy top-p 0.75 without the crossing token keeps A alone") {
    const BrokenRun run = RunBroken(Toy(), Mistake::TopPDropsCrossing);
    const auto checks = CheckInvariants(run);
    CHECK(BrokenIn(run) == Broken{"top-p"});
    const double a = std::exp(kE / (1 + kE)), b = std::exp(1 / (1 + kE)), c = std::exp(-1.0);
    CheckBreach(checks, Invariant::Nucleus, 0, a / (a + b + c));
    CHECK(FirstOf(checks, Invariant::Nucleus).expected == 0.75);
    const Row& final = run.sequence(0).passes[0].probabilities_after_rule;
    CHECK(final == Row{1, 0, 0});
    CHECK(run.sequence(0).passes[0].correct.probabilities_after_rule[1] == Approx(b / (a + b)));
    CHECK(run.changes.find("top-p 0.75") != std::string::npos);
}

TEST_CASE("In the toy a softmax without the scale is that of 1 instead of 0.707") {
    const auto checks = ToyChecks(Mistake::ScaleLeftOut);
    CheckBreach(checks, Invariant::Scores, 0, 1 - InverseSquareRoot(2.0));
    CheckBreach(checks, Invariant::Logits, 0, std::exp(1.0) / (1 + std::exp(1.0)) - kE / (1 + kE));
}

TEST_CASE("A restarted position is 0 where 4 should be in the drinks model") {
    const BrokenRun run =
        RunBroken(OpenFile("assets/models/drinks.toml"), Mistake::PositionsRestarted);
    const auto checks = CheckInvariants(run);
    const Violation& violation = FirstOf(checks, Invariant::Positions);
    CHECK(Amount(Invariant::Positions, violation) == "position 0, should be 4");
    CHECK(PlaceText(run, violation) == "pass 1, position 4");
    CHECK(BrokenIn(run) == Expected(Mistake::PositionsRestarted, run.config()));
}

// --- What cannot be shown

TEST_CASE("A recipe that cannot show a mistake says why") {
    Recipe toy = Toy();
    CHECK(WhyNotShown(toy, Mistake::PositionsRestarted) == "the model has no positions");
    CHECK(ErrorOf([&] { RunBroken(toy, Mistake::PositionsRestarted); }).find("no positions") !=
          std::string::npos);
    for (const Mistake mistake : AllMistakes()) {
        CHECK(WhyNotShown(toy, mistake).has_value() == (mistake == Mistake::PositionsRestarted));
    }
    toy.prompt = "A";
    for (const Mistake mistake :
         {Mistake::MaskOffByOne, Mistake::StaleCache, Mistake::ScaleLeftOut}) {
        CHECK(WhyNotShown(toy, mistake).value_or("").find("the prompt") != std::string::npos);
    }
    Model unscaled = ToyModel();
    unscaled.config.attention_scale = 1;
    toy.model = std::make_shared<const Model>(unscaled);
    CHECK(WhyNotShown(toy, Mistake::ScaleLeftOut) == "the model's attention scale is 1");
}

TEST_CASE("A prompt that fills the context leaves no room for a longer one or a decode pass") {
    Model model = ToyModel();
    model.config.context_length = 2;
    const Recipe recipe = ExampleRecipe(std::make_shared<const Model>(model));
    CHECK(WhyNotShown(recipe, Mistake::PaddingAttended));
    CHECK(WhyNotShown(recipe, Mistake::CacheRowsSwapped));
    CHECK(BrokenIn(RunBroken(recipe, Mistake::SelectedCachedEarly)) ==
          Broken{});  // it never had to
    CHECK(BrokenIn(RunBroken(recipe, Mistake::LastPromptTwice)).contains("processed-once"));
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
    std::get<Weights<double>>(*model.weights).token_embedding(1, 0) = std::nan("");
    const Recipe recipe = ExampleRecipe(std::make_shared<const Model>(model));
    for (const RunSetup setup : kArrangements) {
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

TEST_CASE("Mistakes are found by the names that they are listed with") {
    for (const Mistake mistake : AllMistakes())
        CHECK(MistakeNamed(InfoOf(mistake).name) == mistake);
    CHECK(MistakeNamed("none") == Mistake::None);
    CHECK_FALSE(MistakeNamed("typo"));
    for (size_t i = 0; i < kInvariantCount; ++i) {
        CHECK(InfoOf(static_cast<Invariant>(i)).invariant == static_cast<Invariant>(i));
    }
}

}  // namespace decodescope
