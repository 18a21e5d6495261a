// The invariants that break in the toy, by hand: A = (1, 0), B = (0, 1), C = (-1, -1), logits =
// [h1, h0, -h0 - h1], and a score of 1/sqrt(2) between equal vectors, so that A counts e beside 1
// for B where A asks.
#include "core/mistakes/invariants.h"

#include <algorithm>
#include <cmath>

#include "core/base/number.h"
#include "core/io/file_formats.h"
#include "core/mistakes/violation_text.h"
#include "core/model/config.h"
#include "tests/core/mistakes/broken_invariants.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

const double kE = std::exp(InverseSquareRoot(2.0));

std::string Amount(Invariant invariant, const Violation& violation) {
    return AmountText(invariant, violation, [](double number) { return FormatFixed(number, 3); });
}

std::vector<InvariantCheck> ToyChecks(Mistake mistake, int tokens = 4) {
    return CheckInvariants(RunBroken(Toy(tokens), mistake));
}

void CheckFirst(const std::vector<InvariantCheck>& checks, Invariant invariant, int pass,
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
    CheckFirst(checks, Invariant::SeesItsPast, 0, 0);  // A sees none of 1
    CheckFirst(checks, Invariant::WeightsSum, 0, 0);
    CheckFirst(checks, Invariant::Hidden, 0, 1);  // (0, 0) instead of (1, 0)
    CheckFirst(checks, Invariant::Logits, 0,
               kE / (1 + kE));  // (1, 0) instead of (1, e) / (1 + e)
    CHECK(Amount(Invariant::SeesItsPast, FirstOf(checks, Invariant::SeesItsPast)) ==
          "weights 0, should be 1");
    const BrokenPass& prefill = run.sequence(0).passes[0];
    CHECK(prefill.selection->id == 1);
    CHECK(prefill.correct.selection->id == 0);
}

TEST_CASE("In the toy a selected token cached early makes the cache 3 where it should be 2") {
    const auto checks = ToyChecks(Mistake::SelectedCachedEarly);
    CheckFirst(checks, Invariant::CacheLength, 0, 3);
    CHECK(Amount(Invariant::CacheLength, FirstOf(checks, Invariant::CacheLength)) ==
          "cache 3, should be 2");
    CheckFirst(checks, Invariant::NotCachedBeforeItsPass, 0, 1);
    // A then sees A B A and itself: 3e / (1 + 3e) instead of 2e / (1 + 2e).
    CheckFirst(checks, Invariant::Hidden, 1, kE / ((1 + 3 * kE) * (1 + 2 * kE)));
    CheckFirst(checks, Invariant::SeesItsPast, 1, 4);
}

TEST_CASE("In the toy the last prompt token twice takes two shares") {
    const auto checks = ToyChecks(Mistake::LastPromptTwice);
    CheckFirst(checks, Invariant::CacheLength, 0, 3);
    CheckFirst(checks, Invariant::ProcessedOnce, 0, 2);
    CheckFirst(checks, Invariant::SeesItsPast, 0, 3);
    CheckFirst(checks, Invariant::Logits, 0,
               kE / ((1 + kE) * (1 + 2 * kE)));  // 2e/(1+2e) - e/(1+e)
}

TEST_CASE("In the toy a mask off by one lets A see B and leaves the logits right") {
    const auto checks = ToyChecks(Mistake::MaskOffByOne);
    CheckFirst(checks, Invariant::SeesNothingElse, 0, 1 / (1 + kE));
    CheckFirst(checks, Invariant::Hidden, 0, 1 / (1 + kE));
    CHECK(checks[static_cast<size_t>(Invariant::Logits)].holds());
    CHECK(FirstOf(checks, Invariant::Hidden).place == 0);
}

TEST_CASE("In the toy a stale row is B where A should be after either kind of edit") {
    for (const auto setup : {RunSetup::AfterPromptEdit, RunSetup::AfterEmbeddingEdit}) {
        const auto checks = CheckInvariants(RunBroken(Toy(), Mistake::StaleCache, setup));
        CheckFirst(checks, Invariant::CachedRows, 0, 1);         // (0, 1) for (1, 0)
        CheckFirst(checks, Invariant::Logits, 0, 1 / (1 + kE));  // B sees B and B: (0, 1)
        const bool is_prompt = setup == RunSetup::AfterPromptEdit;
        CHECK(FirstOf(checks, Invariant::CachedRows).detail ==
              (is_prompt ? "B where A should be" : ""));
    }
}

TEST_CASE("In the toy swapped caches let A see B and C") {
    const auto checks = ToyChecks(Mistake::CacheRowsSwapped);
    CheckFirst(checks, Invariant::CachedRows, 1, 2);  // C = (-1, -1) at the place of B = (0, 1)
    CHECK(FirstOf(checks, Invariant::CachedRows).place == 1);
    // A asks B, C and A: shares 1, 1/e, e. h = (e - 1/e, 1 - 1/e) / z instead of (2e, 1) / (1 +
    // 2e); and the third logit is -h0 - h1.
    const double z = 1 + 1 / kE + kE;
    const double h0 = (kE - 1 / kE) / z, h1 = (1 - 1 / kE) / z;
    const double s0 = 2 * kE / (1 + 2 * kE), s1 = 1 / (1 + 2 * kE);
    const double largest =
        std::max({std::abs(h0 - s0), std::abs(h1 - s1), std::abs(h0 + h1 - s0 - s1)});
    CheckFirst(checks, Invariant::Logits, 1, largest);
    CheckFirst(checks, Invariant::RequestAlone, 1, largest);
}

TEST_CASE("In the toy two padding tokens take two thirds of the first weights") {
    const BrokenRun run = RunBroken(Toy(), Mistake::PaddingAttended);
    const auto checks = CheckInvariants(run);
    CHECK(run.sequence(1).prompt.size() == 4);
    CheckFirst(checks, Invariant::SeesNothingElse, 0,
               2.0 / 3.0);  // A sees padding A, A and itself
    // B sees A three times: 3 / (3 + e) instead of 1 / (1 + e).
    CheckFirst(checks, Invariant::Logits, 0, 2 * kE / ((3 + kE) * (1 + kE)));
    CheckFirst(checks, Invariant::RequestAlone, 0, 2 * kE / ((3 + kE) * (1 + kE)));
    CHECK(run.sequence(0).passes[0].selection->id == 1);
    CHECK(run.sequence(0).ids_alone[2] == 0);
}

TEST_CASE("In the toy top-p 0.75 without the crossing token keeps A alone") {
    const BrokenRun run = RunBroken(Toy(), Mistake::TopPDropsCrossing);
    const auto checks = CheckInvariants(run);
    CHECK(BrokenIn(run) == Broken{"top-p"});
    const double a = std::exp(kE / (1 + kE)), b = std::exp(1 / (1 + kE)), c = std::exp(-1.0);
    CheckFirst(checks, Invariant::Nucleus, 0, a / (a + b + c));
    CHECK(FirstOf(checks, Invariant::Nucleus).expected == 0.75);
    const Row& final = run.sequence(0).passes[0].probabilities_after_rule;
    CHECK(final == Row{1, 0, 0});
    CHECK(run.sequence(0).passes[0].correct.probabilities_after_rule[1] == Approx(b / (a + b)));
    CHECK(run.changes.find("top-p 0.75") != std::string::npos);
}

TEST_CASE("In the toy a softmax without the scale is that of 1 instead of 0.707") {
    const auto checks = ToyChecks(Mistake::ScaleLeftOut);
    CheckFirst(checks, Invariant::Scores, 0, 1 - InverseSquareRoot(2.0));
    CheckFirst(checks, Invariant::Logits, 0, std::exp(1.0) / (1 + std::exp(1.0)) - kE / (1 + kE));
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

}  // namespace decodescope
