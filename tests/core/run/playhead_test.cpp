// The one idea: a selected token is only an ID; it enters the cache in its own next pass.

#include "core/run/playhead.h"

#include <algorithm>
#include <random>

#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording RecordToy(int tokens, const char* prompt = "A B") {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.prompt = prompt;
    recipe.tokens = tokens;
    return Record(recipe);
}

// Every playhead of a recording, from the start to the end.
std::vector<Playhead> AllPlayheads(const Recording& recording) {
    std::vector<Playhead> playheads{kStart};
    while (true) {
        const Playhead next = NextStage(recording, playheads.back());
        if (next == playheads.back()) return playheads;
        playheads.push_back(next);
    }
}

// "A:cached B:cached* A:waiting": * marks tokens in the present pass.
std::string Written(const Recording& recording, Playhead playhead) {
    std::string text;
    for (const SequenceToken& token : SequenceAt(recording, playhead)) {
        if (!text.empty()) text += ' ';
        text += DisplayText(recording.model().tokenizer, token.id) + ':';
        text += token.state == TokenState::Cached    ? "cached"
                : token.state == TokenState::Waiting ? "waiting"
                                                     : "uncached";
        if (token.in_pass) text += '*';
    }
    return text;
}

TEST_CASE("The toy's stages show A selected, waiting, and appended by its own pass only") {
    const Recording recording = RecordToy(3);
    const int append = recording.StepOf(Stage::Append), select = recording.StepOf(Stage::Select);
    REQUIRE(recording.step_count() == 9);
    CHECK(Written(recording, kStart) == "A:uncached B:uncached");
    CHECK(Written(recording, {0, 0}) == "A:uncached* B:uncached*");
    CHECK(Written(recording, {0, append - 1}) == "A:uncached* B:uncached*");
    CHECK(Written(recording, {0, append}) == "A:cached* B:cached*");
    CHECK(Written(recording, {0, select - 1}) == "A:cached* B:cached*");
    CHECK(Written(recording, {0, select}) == "A:cached* B:cached* A:waiting");
    CHECK(Written(recording, {1, 0}) == "A:cached B:cached A:uncached*");
    CHECK(Written(recording, {1, append - 1}) == "A:cached B:cached A:uncached*");
    CHECK(Written(recording, {1, append}) == "A:cached B:cached A:cached*");
    CHECK(Written(recording, {1, select}) == "A:cached B:cached A:cached* B:waiting");
    CHECK(Written(recording, {2, append}) == "A:cached B:cached A:cached B:cached*");
}

TEST_CASE("After G selections the cache is P + G - 1 long and exactly one token waits") {
    for (const char* prompt : {"A", "A B", "C A B A"}) {
        const Recording recording = RecordToy(6, prompt);
        const int p = recording.prompt_length();
        REQUIRE(recording.pass_count() == 6);
        for (int g = 1; g <= 6; ++g) {
            const Playhead end{g - 1, recording.step_count() - 1};
            CHECK(CacheLengthAt(recording, end) == p + g - 1);
            const auto sequence = SequenceAt(recording, end);
            CHECK(static_cast<int>(sequence.size()) == p + g);
            CHECK(std::ranges::count(sequence, TokenState::Waiting, &SequenceToken::state) == 1);
            CHECK(sequence.back().state == TokenState::Waiting);
            CHECK(WaitingAt(recording, end) == sequence.back());
        }
    }
}

TEST_CASE("At every playhead the two facts about each token hold together") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed));
        recipe.prompt = "t0 t1 t2";
        recipe.tokens = 3;
        const Recording recording = Record(recipe);
        for (const Playhead playhead : AllPlayheads(recording)) {
            const auto sequence = SequenceAt(recording, playhead);
            const int cached = CacheLengthAt(recording, playhead);
            int expected_position = 0;
            for (const SequenceToken& token : sequence) {
                CHECK(token.position == expected_position++);
                CHECK((token.state == TokenState::Cached) == (token.position < cached));
                CHECK_FALSE((token.state == TokenState::Waiting && token.in_pass));
                CHECK((token.origin == TokenOrigin::Prompt) == (token.position < 3));
            }
            // Layers append one after the other, so a layer's cache is never shorter than a later
            // one's.
            for (int layer = 1; layer < recording.config().layers; ++layer) {
                CHECK(CacheLengthAt(recording, playhead, layer - 1) >=
                      CacheLengthAt(recording, playhead, layer));
            }
        }
    }
}

TEST_CASE("Stepping back visits the same playheads in reverse") {
    const Recording recording = RecordToy(4);
    const std::vector<Playhead> forwards = AllPlayheads(recording);
    CHECK(forwards.size() == 1 + 4 * 9);
    Playhead playhead = Last(recording);
    for (auto it = forwards.rbegin(); it != forwards.rend(); ++it) {
        CHECK(playhead == *it);
        playhead = PreviousStage(recording, playhead);
    }
    CHECK(playhead == kStart);
}

TEST_CASE("Visiting playheads in any order shows the same") {
    const Recording recording = RecordToy(4);
    std::vector<Playhead> playheads = AllPlayheads(recording);
    std::vector<std::string> in_order;
    for (const Playhead playhead : playheads) in_order.push_back(Written(recording, playhead));
    std::vector<size_t> order(playheads.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, std::mt19937(7));
    for (const size_t i : order) CHECK(Written(recording, playheads[i]) == in_order[i]);
}

TEST_CASE("Whole passes are stepped from end to end, and stop at both ends of the run") {
    const Recording recording = RecordToy(2);
    const int last = recording.step_count() - 1;
    CHECK(NextPass(recording, kStart) == Playhead{0, last});
    CHECK(NextPass(recording, {0, 3}) == Playhead{0, last});
    CHECK(NextPass(recording, {0, last}) == Playhead{1, last});
    CHECK(NextPass(recording, {1, last}) == Playhead{1, last});
    CHECK(PreviousPass(recording, {1, last}) == Playhead{0, last});
    CHECK(PreviousPass(recording, {1, 0}) == Playhead{0, last});
    CHECK(PreviousPass(recording, {0, last}) == kStart);
    CHECK(PreviousPass(recording, kStart) == kStart);
    CHECK(Last(recording) == Playhead{1, last});
}

TEST_CASE("A playhead that no longer exists moves to the nearest that does") {
    const Recording recording = RecordToy(2);
    CHECK(Clamp(recording, {7, 3}) == Last(recording));
    CHECK(Clamp(recording, {1, 99}) == Playhead{1, 8});
    CHECK(Clamp(recording, {1, -1}) == Playhead{1, 0});
    CHECK(Clamp(recording, {0, -5}) == kStart);
    CHECK(Clamp(recording, {-3, 4}) == kStart);
    CHECK(Clamp(Recording(recording.recipe()), {1, 1}) == kStart);
}

TEST_CASE("The steps of a pass follow from the configuration") {
    Config config = ToyModel().config;
    const auto names = [&] {
        std::string all;
        for (const StageStep step : StepsOf(config)) {
            all += std::string(InfoOf(step.stage).name) + ' ';
        }
        return all;
    };
    CHECK(names() == "embed project append score softmax mix logits probabilities select ");
    config.norm = NormKind::RmsNorm;
    config.positions = Positions::Rope;
    config.residuals = true;
    config.mlp = MlpKind::SwiGlu;
    config.has_output_projection = true;
    CHECK(
        names() ==
        "embed attention_norm project rope append score softmax mix wo add_attention mlp_norm mlp "
        "add_mlp final_norm logits probabilities select ");
    config.layers = 5;
    CHECK(StepsOf(config).size() == 5 * 12 + 5);
}

}  // namespace
}  // namespace decodescope
