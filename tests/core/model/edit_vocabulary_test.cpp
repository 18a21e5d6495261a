#include "core/model/edit_vocabulary.h"

#include <cmath>

#include "core/base/error.h"
#include "core/io/model_file.h"
#include "core/io/model_writer.h"
#include "core/model/parameters.h"
#include "core/run/decoder.h"
#include "core/tokenizer/token_display.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/model_equal.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording RunOf(const Model& model, const std::string& prompt, int tokens = 5) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(model);
    recipe.prompt = prompt;
    recipe.tokens = tokens;
    return Record(recipe);
}

std::vector<std::string> TextsOf(const Recording& recording) {
    std::vector<std::string> texts;
    for (const TokenId id : recording.ids()) {
        texts.push_back(recording.model().tokenizer.pieces[static_cast<size_t>(id)]);
    }
    return texts;
}

double LogitOf(const Recording& recording, int pass, const std::string& text) {
    const std::vector<std::string>& pieces = recording.model().tokenizer.pieces;
    const auto id = static_cast<TokenId>(std::ranges::find(pieces, text) - pieces.begin());
    return CandidateAt(recording, recording.pass(pass), id).logit;
}

Model WithEnds(Model model) {
    model.config.begin_token = 0;
    model.config.end_token = 2;
    return model;
}

}  // namespace

TEST_CASE("A new token is the average of all, and flips no greedy selection") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        INFO(seed);
        const Model model = RandomModel(RandomConfig(seed), seed);
        const Model more = WithTokenAdded(model, "new");
        Validate(more);
        const Recording before = RunOf(model, "t0 t1"), after = RunOf(more, "t0 t1");
        REQUIRE(before.ids() == after.ids());
        double sum = 0;
        for (TokenId id = 0; id < model.config.vocabulary_size; ++id) {
            sum += CandidateAt(after, after.pass(0), id).logit;
        }
        CHECK(LogitOf(after, 0, "new") == Approx(sum / model.config.vocabulary_size).margin(1e-9));
        CHECK(SameModel(WithTokenRemoved(more, model.config.vocabulary_size), model));
    }
}

TEST_CASE(
    "A new token can be seen: where the average is nothing it is one half in each dimension") {
    const Model model = WithTokenAdded(ToyModel(), "D");  // A + B + C is 0
    CHECK(ParameterAt(model, {TensorId::TokenEmbedding, 0, 0, 3, 0}) == 0.5);
    CHECK(ParameterAt(model, {TensorId::TokenEmbedding, 0, 0, 3, 1}) == 0.5);
    CHECK(ParameterAt(model, {TensorId::OutputWeight, 0, 0, 3, 0}) == 0);
}

TEST_CASE("Moving tokens changes IDs and nothing else") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        INFO(seed);
        const Model model = WithEnds(RandomModel(RandomConfig(seed), seed));
        const int size = model.config.vocabulary_size;
        const int from = static_cast<int>(seed) % size, to = static_cast<int>(seed * 7 + 1) % size;
        const Model moved = WithTokenMoved(model, from, to);
        Validate(moved);
        CHECK(moved.tokenizer.pieces[static_cast<size_t>(to)] ==
              model.tokenizer.pieces[static_cast<size_t>(from)]);
        CHECK(moved.tokenizer.pieces[static_cast<size_t>(*moved.config.begin_token)] == "t0");
        CHECK(moved.tokenizer.pieces[static_cast<size_t>(*moved.config.end_token)] == "t2");
        CHECK(SameModel(WithTokenMoved(moved, to, from), model));

        const Recording before = RunOf(model, "t1 t2"), after = RunOf(moved, "t1 t2");
        CHECK(TextsOf(before) == TextsOf(after));  // no two logits are equal in a random model
        for (const std::string& text : model.tokenizer.pieces) {
            CHECK(LogitOf(before, 0, text) == Approx(LogitOf(after, 0, text)).margin(1e-12));
        }
    }
}

TEST_CASE("A removed token takes its numbers and its role as begin or end token with it") {
    const Model model = WithEnds(ToyModel());
    const Model without_begin = WithTokenRemoved(model, 0);
    CHECK_FALSE(without_begin.config.begin_token.has_value());
    CHECK(without_begin.config.end_token == 1);
    CHECK(without_begin.tokenizer.pieces == std::vector<std::string>{"B", "C"});
    CHECK(ParameterAt(without_begin, {TensorId::TokenEmbedding, 0, 0, 1, 0}) == -1);
    const Model without_end = WithTokenRemoved(model, 2);
    CHECK(without_end.config.begin_token == 0);
    CHECK_FALSE(without_end.config.end_token.has_value());
}

TEST_CASE("The last token cannot be removed") {
    const Model one = WithTokenRemoved(WithTokenRemoved(ToyModel(), 2), 1);
    Validate(one);
    CHECK(ErrorOf([&] { WithTokenRemoved(one, 0); }) ==
          "this is the last token, a model needs at least one");
}

TEST_CASE("A text is refused where it is empty or another token's") {
    CHECK(ErrorOf([] { WithTokenRenamed(ToyModel(), 0, ""); }) ==
          "a token has no text, type at least one character");
    CHECK(ErrorOf([] { WithTokenRenamed(ToyModel(), 0, "B"); }) ==
          "the token 'B' already exists, as ID 1, every token must be different");
    CHECK(ErrorOf([] { WithTokenAdded(ToyModel(), "C"); }).find("as ID 2") != std::string::npos);
    CHECK_THROWS_AS(WithTokenRenamed(ToyModel(), 3, "D"), Error);
    CHECK_THROWS_AS(WithTokenRemoved(ToyModel(), -1), Error);
    CHECK_THROWS_AS(WithTokenMoved(ToyModel(), 0, 3), Error);
    CHECK(SameModel(WithTokenRenamed(ToyModel(), 0, "A"), ToyModel()));
    // Looks like A but is not: allowed, and told apart where it is displayed.
    const Model cyrillic = WithTokenRenamed(ToyModel(), 1, "А");
    CHECK(DisplayText(cyrillic.tokenizer, 1) == "А U+0410");
}

TEST_CASE("A prompt follows a renamed token, and only it") {
    Model model = ToyModel();
    const Model renamed = WithTokenRenamed(model, 0, "Å");
    CHECK(renamed.example_prompt == "Å B");
    CHECK(PromptAfterRename(model, renamed, "A  BA ") == "Å  BÅ ");
    CHECK(PromptAfterRename(model, renamed, "A X") == "A X");  // no valid prompt
    CHECK(PromptAfterRename(model, renamed, "") == "");

    model.tokenizer = {TokenizerKind::Text, {"a", "aa", " b"}, {}};
    const Model text = WithTokenRenamed(model, 1, "é");
    CHECK(PromptAfterRename(model, text, "aaa b") == "éa b");  // aa, a and " b"
    CHECK(PromptAfterRename(model, text, "a b") == "a b");
}

TEST_CASE("A name that is free is the next letter, or a word") {
    CHECK(FreeTokenText(ToyModel().tokenizer) == "D");
    CHECK(FreeTokenText(WithTokenRemoved(ToyModel(), 1).tokenizer) == "B");
    CHECK(FreeTokenText({TokenizerKind::Words, {"tea", "new"}, {}}) == "new2");
}

TEST_CASE("Tokens that are merged from pairs are fixed, and it is said why") {
    Model model = ToyModel();
    CHECK_FALSE(WhyTokensAreFixed(model).has_value());
    model.tokenizer.kind = TokenizerKind::BytePair;
    model.tokenizer.scores = {0, 0, 0};
    REQUIRE(WhyTokensAreFixed(model).has_value());
    CHECK_THROWS_AS(WithTokenAdded(model, "D"), Error);
    CHECK_THROWS_AS(WithTokenRenamed(model, 0, "D"), Error);
    CHECK_THROWS_AS(WithTokenRemoved(model, 0), Error);
    CHECK_THROWS_AS(WithTokenMoved(model, 0, 1), Error);
}

TEST_CASE("Edited vocabularies are written and read back equal") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        INFO(seed);
        Model model = WithEnds(RandomModel(RandomConfig(seed), seed));
        model = WithTokenAdded(model, "né\"w\\");
        model = WithTokenMoved(model, model.config.vocabulary_size - 1, 1);
        model = WithTokenRenamed(model, 2, "#");
        model = WithTokenRemoved(model, static_cast<int>(seed) % 3);
        const Model again = ParseModel(FormatModel(model), "edited.toml");
        CHECK(again.tokenizer == model.tokenizer);
        CHECK(again.config.begin_token == model.config.begin_token);
        CHECK(again.config.end_token == model.config.end_token);
        CHECK(FormatModel(again) == FormatModel(model));  // all numbers too
    }
}

}  // namespace decodescope
