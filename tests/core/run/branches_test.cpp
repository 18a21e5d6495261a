#include "core/run/branches.h"

#include <set>

#include "core/io/recipe_file.h"
#include "core/io/recipe_writer.h"
#include "core/model/weights.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe Abc(int tokens = 5) {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.prompt = "A B";
    recipe.tokens = tokens;
    return recipe;
}

// Every number that was computed, and what was selected.
void CheckSame(const Recording& a, const Recording& b) {
    REQUIRE(a.pass_count() == b.pass_count());
    CHECK(a.ids() == b.ids());
    CHECK(a.finish_reason() == b.finish_reason());
    for (int i = 0; i < a.pass_count(); ++i) {
        CHECK(a.pass(i).selection == b.pass(i).selection);
        CHECK(a.pass(i).counts == b.pass(i).counts);
        for (int position = a.pass(i).first_position; position <= a.pass(i).last_position();
             ++position) {
            for (int v = 0; v < kTensorCount; ++v) {
                const auto value = static_cast<TensorId>(v);
                if (!a.TraceOf(a.pass(i)).Has(value, position)) continue;
                for (int layer = 0; layer < (InfoOf(value).per_layer ? a.config().layers : 1);
                     ++layer) {
                    const int heads = InfoOf(value).columns == Axis::KeyPosition
                                          ? HeadCount(a.config(), value)
                                          : 1;
                    for (int head = 0; head < heads; ++head) {
                        const Numbers x = a.TraceOf(a.pass(i)).Row(value, layer, position, head);
                        const Numbers y = b.TraceOf(b.pass(i)).Row(value, layer, position, head);
                        REQUIRE(x.size() == y.size());
                        for (int c = 0; c < x.size(); ++c) REQUIRE(x[c] == y[c]);
                    }
                }
            }
        }
    }
}

Recording Continued(const Recipe& recipe, const Recording& earlier) {
    Recording recording(recipe, earlier);
    Decoder decoder(recording);
    while (PassPtr pass = decoder.Step()) recording.Append(std::move(pass));
    return recording;
}

TEST_CASE("A token taken by hand is selected, and the recording goes on from it") {
    // "A B" selects A, then B (the design's arithmetic). With C by hand in the first pass, the
    // second processes C at position 2 with A and B before it.
    const Recording own = Record(Abc());
    CHECK(own.pass(0).selection->id == 0);
    const Recipe recipe = WithChoice(Abc(), 0, 2, own.pass(0).selection->id);
    const Recording recording = Record(recipe);
    const Selection& first = *recording.pass(0).selection;
    CHECK(first.id == 2);
    CHECK(first.by_hand);
    CHECK(first.instead_of == 0);
    CHECK(recording.pass(1).tokens == std::vector<TokenId>{2});
    CHECK_FALSE(recording.pass(1).selection->by_hand);
    // The probabilities after the rule are not changed by the choice.
    CHECK(CandidateAt(recording, recording.pass(0), 0).probability_after_rule == 1.0);
    CHECK(CandidateAt(recording, recording.pass(0), 2).probability_after_rule == 0.0);
}

TEST_CASE("A branch shares what comes before it, and equals the same run from the beginning") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Config config = RandomConfig(seed);
        Recipe recipe;
        recipe.model =
            seed % 2 == 0
                ? std::make_shared<const Model>(RandomModel(config, seed))
                : std::make_shared<const Model>(RandomModel(config, seed, Precision::Float32));
        recipe.prompt = "t0 t1";
        recipe.tokens = 5;
        if (seed % 3 == 0) recipe.rule = {.kind = RuleKind::Sample, .seed = seed};
        const Recording own = Record(recipe);
        for (int pass = 0; pass < own.pass_count(); ++pass) {
            const TokenId taken = (own.pass(pass).selection->id + 1) % config.vocabulary_size;
            const Recipe branch = WithChoice(recipe, pass, taken, own.pass(pass).selection->id);
            const Recording continued = Continued(branch, own);
            for (int shared = 0; shared <= pass; ++shared) {
                CHECK(continued.pass(shared).kept.lasting() == own.pass(shared).kept.lasting());
            }
            CheckSame(continued, Record(branch));
            // And back: the first branch's beginning is known from the other's.
            CheckSame(Continued(recipe, continued), own);
            for (const PassCheck& check : CheckAll(continued)) CHECK(Agrees(check));
        }
    }
}

TEST_CASE("More tokens go on where fewer had ended, without computing again") {
    const Recording three = Record(Abc(3));
    Recipe recipe = three.recipe();
    recipe.tokens = 5;
    const Recording five = Continued(recipe, three);
    for (int i = 0; i < 3; ++i)
        CHECK(five.passes()[static_cast<size_t>(i)] == three.passes()[static_cast<size_t>(i)]);
    CheckSame(five, Record(Abc(5)));
    recipe.tokens = 2;
    CHECK(Recording(recipe, five).pass_count() == 2);
}

TEST_CASE("Another prompt, model or rule shares nothing") {
    const Recording own = Record(Abc());
    Recipe other = Abc();
    other.model = own.recipe().model;
    other.prompt = "B A";
    CHECK(Recording(other, own).pass_count() == 0);
    other = Abc();  // a model of its own, equal in every number
    CHECK(Recording(other, own).pass_count() == 0);
    other = own.recipe();
    other.rule = {.kind = RuleKind::Sample};
    CHECK(Recording(other, own).pass_count() == 0);
    CHECK(Recording(own.recipe(), own).pass_count() == own.pass_count());
}

TEST_CASE("A choice keeps what was chosen before it, and drops what came later") {
    Recipe recipe = WithChoice(Abc(), 1, 2, 0);
    recipe = WithChoice(recipe, 3, 1, 0);
    CHECK(recipe.choices() == Branch{{1, 2}, {3, 1}});
    recipe = WithChoice(recipe, 2, 0, 1);
    CHECK(recipe.choices() == Branch{{1, 2}, {2, 0}});
    CHECK(recipe.branches.size() == 4);
    // What the rule selects anyway is no choice, and an existing branch is gone back to.
    recipe = WithChoice(recipe, 1, 0, 0);
    CHECK(recipe.branch == 0);
    CHECK(WithChoice(recipe, 1, 2, 0).branch == 1);
    CHECK(WithChoice(recipe, 1, 2, 0).branches.size() == 4);
}

TEST_CASE("Each branch knows which one it leaves, and where") {
    Recipe recipe = Abc();
    recipe.branches = {{}, {{1, 2}}, {{1, 2}, {3, 1}}, {{0, 1}}, {{1, 2}, {2, 0}}};
    CHECK_FALSE(PartingOf(recipe, 0));
    CHECK(PartingOf(recipe, 1) == Parting{0, 1});
    CHECK(PartingOf(recipe, 2) == Parting{1, 3});
    CHECK(PartingOf(recipe, 3) == Parting{0, 0});
    // It diverges from branch 2 at pass 2, before that one's second choice, but branch 1 begins as
    // it does.
    CHECK(PartingOf(recipe, 4) == Parting{1, 2});
}

TEST_CASE("A branch that is removed leaves the others as they are") {
    Recipe recipe = Abc();
    recipe.branches = {{}, {{1, 2}}, {{0, 1}}};
    recipe.branch = 2;
    const Recipe without = WithoutBranch(recipe, 1);
    CHECK(without.branches == std::vector<Branch>{{}, {{0, 1}}});
    CHECK(without.branch == 1);
    CHECK(WithoutBranch(recipe, 2).branch == 0);
    CHECK(WithoutBranch(recipe, 0) == recipe);  // the rule's own stays
    CHECK(WithoutBranch(recipe, 7) == recipe);
}

TEST_CASE("Choices follow their tokens to other IDs, and end where a token is gone") {
    Recipe recipe = Abc();
    recipe.branches = {{}, {{0, 2}, {1, 1}}, {{0, 2}, {1, 0}}, {{0, 1}}};
    recipe.branch = 2;
    const Recipe turned = WithRenumbered(recipe, [](TokenId id) { return std::optional(2 - id); });
    CHECK(turned.branches == std::vector<Branch>{{}, {{0, 0}, {1, 1}}, {{0, 0}, {1, 2}}, {{0, 1}}});
    const Recipe without = WithRenumbered(recipe, [](TokenId id) -> std::optional<TokenId> {
        return id == 0 ? std::nullopt : std::optional(id - 1);
    });
    CHECK(without.branches == std::vector<Branch>{{}, {{0, 1}, {1, 0}}, {{0, 1}}, {{0, 0}}});
    CHECK(without.branch == 2);
}

TEST_CASE("What no recipe can have as branches is refused") {
    const auto refused = [](std::vector<Branch> branches, int branch) {
        Recipe recipe = Abc();
        recipe.branches = std::move(branches);
        recipe.branch = branch;
        CHECK_THROWS_AS(ValidateBranches(recipe), Error);
        CHECK_THROWS_AS(Recording(recipe), Error);
    };
    refused({}, 0);
    refused({{{0, 1}}}, 0);
    refused({{}}, 1);
    refused({{}}, -1);
    refused({{}, {{0, 3}}}, 0);
    refused({{}, {{0, -1}}}, 0);
    refused({{}, {{1, 0}, {1, 1}}}, 0);
    refused({{}, {{-1, 0}}}, 0);
    refused(std::vector<Branch>(65), 0);
}

TEST_CASE("A recipe with branches is written and read back equal") {
    Recipe recipe = Abc();
    recipe.branches = {{}, {{0, 2}}, {{0, 2}, {2, 1}}};
    recipe.branch = 2;
    const std::string text = FormatRecipe(recipe);
    const Recipe read = ParseRecipe(text, "branches.toml");
    CHECK(read.branches == recipe.branches);
    CHECK(read.branch == 2);
    CHECK(FormatRecipe(read) == text);
    CHECK(FormatRecipe(Abc()).find("branch") == std::string::npos);
}

TEST_CASE(
    "A token taken by hand may be one that the rule dropped, even where it can select nothing") {
    Model model = ToyModel();
    std::get<Weights<double>>(*model.weights).output.weight.Set(0, 0, std::nan(""));
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(model));
    CHECK(Record(recipe).finish_reason() == FinishReason::NotSelected);
    recipe = WithChoice(recipe, 0, 1, std::nullopt);
    const Recording recording = Record(recipe);
    CHECK(recording.pass(0).selection->id == 1);
    CHECK_FALSE(recording.pass(0).selection->instead_of);
    CHECK(recording.pass_count() == 2);
}

}  // namespace
}  // namespace decodescope
