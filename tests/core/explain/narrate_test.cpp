#include "core/explain/narrate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording Toy(const std::string& prompt, int tokens) {
    return Record(
        {.model = std::make_shared<Model>(ToyModel()), .prompt = prompt, .tokens = tokens});
}

Playhead StepAt(const Recording& recording, int pass, Stage stage, int layer = 0) {
    return {pass, recording.StepOf(stage, layer)};
}

std::string Said(const Recording& recording, int pass, Stage stage) {
    return StepSentence(recording, StepAt(recording, pass, stage));
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("A recording displays each token as its vocabulary does, and its copies share that") {
    Model model = ToyModel();
    model.tokenizer.pieces = {"A", "\u0410", " b"};
    model.example_prompt = "A";
    const Recording recording = Record(ExampleRecipe(std::make_shared<const Model>(model)));
    const Recording copy = recording;
    for (TokenId id = 0; id < 3; ++id) {
        CHECK(TokenText(recording, id) == DisplayText(model.tokenizer, id));
        CHECK(&TokenText(copy, id) == &TokenText(recording, id));
    }
}

TEST_CASE("Passes are named by what they process") {
    const Recording recording = Toy("A B", 3);
    CHECK(PassTitle(recording.pass(0)) == "Prefill");
    CHECK(PassSubtitle(recording, recording.pass(0)) == "both prompt positions at once");
    CHECK(PassTitle(recording.pass(2)) == "Decode pass 2");
    CHECK(PassSubtitle(recording, recording.pass(1)) == "one new position: A at 2");
    const Recording longer = Toy("A B C", 1);
    CHECK(PassSubtitle(longer, longer.pass(0)) == "all 3 prompt positions at once");
    const Recording single = Toy("C", 1);
    CHECK(PassSubtitle(single, single.pass(0)) == "the only prompt position: C at 0");
}

TEST_CASE("Before the prefill the sentence says that nothing is computed and invites to step on") {
    const std::string sentence = StepSentence(Toy("A B", 3), kStart);
    CHECK(Contains(sentence, "2 tokens: A and B"));
    CHECK(Contains(sentence, "only IDs"));
    CHECK(Contains(sentence, "the KV cache is empty"));
    CHECK(Contains(sentence, "Press →"));
    CHECK(Contains(StepSentence(Toy("C", 3), kStart), "1 token: C. So far it is only an ID"));
}

TEST_CASE("A recording without passes can be narrated at the start") {
    const Recording recording(
        {.model = std::make_shared<Model>(ToyModel()), .prompt = "A B", .tokens = 2});
    CHECK(Contains(StepSentence(recording, kStart), "Press →"));
    CHECK(TraySentence(recording, kStart) == "nothing is waiting: no token has been selected yet");
}

TEST_CASE("The append of a decode pass says that its token was only an ID until now") {
    const Recording recording = Toy("A B", 3);
    CHECK(Said(recording, 1, Stage::Append) ==
          "K and V of A become row 2 of the cache now; when A was selected, it was only an ID.");
    CHECK(Contains(Said(recording, 0, Stage::Append), "K and V of A and B become rows 0 and 1"));
}

TEST_CASE("Selecting says what follows: the next pass, or why there is none") {
    const Recording recording = Toy("A B", 2);
    CHECK(Said(recording, 0, Stage::Select) ==
          "Greedy takes the largest probability: A. It is only an ID now; its K and V come in the "
          "next pass.");
    const std::string last = Said(recording, 1, Stage::Select);
    CHECK(Contains(last, "It stays only an ID, without K and V, because no pass follows."));
    CHECK(Contains(last, Describe(FinishReason::Length, recording.recipe())));
}

TEST_CASE("A tie is reported, with all tokens that share it") {
    Model model = ToyModel();
    // A and B get the same row of the output matrix, so the same logit.
    auto& weights = std::get<Weights<double>>(*model.weights);
    weights.output.weight.SetRow(0, weights.output.weight.Row(1).ToVector().data());
    const Recording recording =
        Record({.model = std::make_shared<Model>(model), .prompt = "A B", .tokens = 1});
    CHECK(Contains(Said(recording, 0, Stage::Select),
                   "A and B share the largest logit, a tie. Greedy takes the lowest ID among them: "
                   "A."));
}

TEST_CASE("A draw is reported with its random number and what the rule kept") {
    Recipe recipe{.model = std::make_shared<Model>(ToyModel()), .prompt = "A B", .tokens = 1};
    recipe.rule = {.kind = RuleKind::Sample, .top_k = 2};
    const std::string sampled = Said(Record(recipe), 0, Stage::Select);
    CHECK(Contains(sampled, "The rule keeps 2 of 3 tokens; the random number 0."));
    recipe.rule.temperature = 0;
    CHECK(Contains(Said(Record(recipe), 0, Stage::Select),
                   "At temperature 0 the rule takes the largest probability: A."));
}

TEST_CASE("Where nothing can be selected, the sentence and the tray say so") {
    Model model = ToyModel();
    std::get<Weights<double>>(*model.weights)
        .token_embedding.Set(1, 0, std::numeric_limits<double>::quiet_NaN());
    const Recording recording =
        Record({.model = std::make_shared<Model>(model), .prompt = "A B", .tokens = 3});
    REQUIRE(recording.pass_count() == 1);
    CHECK(Said(recording, 0, Stage::Select) ==
          Describe(FinishReason::NotSelected, recording.recipe()) +
              " It begins with E[1,0], in the token embedding of B: NaN.");
    CHECK(TraySentence(recording, Last(recording)) ==
          "nothing is waiting: no token could be selected");
}

TEST_CASE("The tray says what waits, or why it is empty") {
    const Recording recording = Toy("A B", 3);
    const auto tray = [&](int pass, Stage stage) {
        return TraySentence(recording, StepAt(recording, pass, stage));
    };
    CHECK(TraySentence(recording, kStart) == "nothing is waiting: no token has been selected yet");
    CHECK(tray(0, Stage::Probabilities) == "nothing is waiting: no token has been selected yet");
    CHECK(tray(0, Stage::Select) == "A at 2 is waiting: it is ID 0, with no K and no V yet");
    CHECK(tray(1, Stage::Embed) == "nothing is waiting: the last token selected is in this pass");
    CHECK(tray(1, Stage::Probabilities) == tray(1, Stage::Embed));
    CHECK(tray(1, Stage::Select) == "B at 3 is waiting: it is ID 1, with no K and no V yet");
}

TEST_CASE("Words are quoted inside a sentence, single letters are not") {
    CHECK(QuotedToken(Toy("A B", 1), 0) == "A");
    Model model = ToyModel();
    model.tokenizer.pieces = {"tea", "with", "."};
    const Recording recording =
        Record({.model = std::make_shared<Model>(model), .prompt = "tea with", .tokens = 1});
    CHECK(QuotedToken(recording, 2) == "\".\"");
    CHECK(TokenText(recording, 2) == ".");
    CHECK(ListTokens(recording, {0, 1}) == "\"tea\" and \"with\"");
}

TEST_CASE("Long lists of tokens are folded") {
    const Recording recording = Toy("A B", 1);
    CHECK(ListTokens(recording, {0, 1, 2, 0}) == "A, B, C and A");
    CHECK(ListTokens(recording, {0, 1, 2, 0, 1}) == "A, B, C and 2 more");
}

TEST_CASE("Every step of every configuration has a sentence without a gap in it") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Config config = RandomConfig(seed);
        const auto model = std::make_shared<Model>(RandomModel(config, seed));
        for (const std::string prompt : {"t0", "t0 t1 t0 t1 t0 t1"}) {
            const Recording recording =
                Record({.model = model, .prompt = prompt, .tokens = 2}, Capture::LogitsOnly);
            for (int pass = 0; pass < recording.pass_count(); ++pass) {
                for (int step = 0; step < recording.step_count(); ++step) {
                    const std::string sentence = StepSentence(recording, {pass, step});
                    CAPTURE(seed, pass, step, sentence);
                    CHECK(sentence.size() > 20);
                    CHECK(sentence.back() == '.');
                    CHECK(sentence.find_first_of("{}") == std::string::npos);
                    CHECK_FALSE(Contains(sentence, "  "));
                    CHECK(!StepTitle(recording, {pass, step}).empty());
                }
            }
        }
    }
}

TEST_CASE("A step inside one of several layers names its layer") {
    const auto config_with = [](int layers) {
        std::uint64_t seed = 0;
        while (RandomConfig(seed).layers != layers) ++seed;
        return RandomModel(RandomConfig(seed), seed);
    };
    const Recording two =
        Record({.model = std::make_shared<Model>(config_with(2)), .prompt = "t0 t1", .tokens = 1});
    CHECK(StepTitle(two, StepAt(two, 0, Stage::Append, 1)) == "Append, layer 1");
    CHECK(Contains(StepSentence(two, StepAt(two, 0, Stage::Append, 1)), "the cache of layer 1"));
    const Recording one = Toy("A B", 1);
    CHECK(StepTitle(one, StepAt(one, 0, Stage::Append)) == "Append");
    CHECK(StepTitle(one, kStart) == "Before the prefill");
}

}  // namespace decodescope
