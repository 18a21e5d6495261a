#include "core/model/edit_config.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/io/model_file.h"
#include "core/io/model_writer.h"
#include "core/model/new_model.h"
#include "core/model/parameters.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/model_equal.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording RunOf(const Model& model) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(model);
    recipe.prompt = model.example_prompt;
    recipe.tokens = 4;
    return Record(recipe);
}

Config SharedHeads(int query_heads, int kv_heads) {
    Config config;
    config.vocabulary_size = 5;
    config.d_model = 6;
    config.layers = 2;
    config.query_heads = query_heads;
    config.kv_heads = kv_heads;
    config.head_dim = 2;
    config.attention_scale = InverseSquareRoot(2);
    config.has_output_projection = true;
    return config;
}

}  // namespace

// --- The scale ----------------------------------------------------------------------------------

TEST_CASE("The scale keeps the words it was typed in") {
    const Model model = WithScale(ToyModel(), "1/√3");
    CHECK(model.config.attention_scale == InverseSquareRoot(3));
    CHECK(ScaleText(model) == "1/√3");
    CHECK(ScaleText(ToyModel()) == "1/sqrt(2)");
    CHECK(ScaleText(WithScale(ToyModel(), "0.5")) == "0.5");
    Model unusual = ToyModel();
    unusual.config.attention_scale = 0.25;
    CHECK(ScaleText(unusual) == "0.25");
}

TEST_CASE("A scale that is not a finite number is refused") {
    CHECK_THROWS_AS(WithScale(ToyModel(), "1/0"), Error);
    CHECK_THROWS_AS(WithScale(ToyModel(), ""), Error);
    CHECK(ErrorOf([] { WithScale(ToyModel(), "inf"); }) ==
          "the attention scale is Infinity, it must be a finite number");
    CHECK_THROWS_AS(WithScale(ToyModel(), "nan"), Error);
}

TEST_CASE("The words of the scale are written and read back") {
    for (const char* words : {"1/sqrt(2)", "1/√2", "1/2", "0.5", "2", "-3", "1e-5", "√(1/2)"}) {
        INFO(words);
        const Model model = WithScale(ToyModel(), words);
        const Model again = ParseModel(FormatModel(model), "scale.toml");
        CHECK(SameModel(again, model));
        CHECK(ScaleText(again) == words);
    }
    CHECK(ScaleText(ParseModel(FormatModel(ToyModel()), "abc.toml")) == "1/sqrt(2)");
}

// --- Norm and RoPE ------------------------------------------------------------------------------

TEST_CASE("Norm and RoPE constants change in models that have them") {
    Config config = SharedHeads(2, 1);
    CHECK_THROWS_AS(WithNormEps(RandomModel(config, 1), 1e-3), Error);
    CHECK_THROWS_AS(WithRopeTheta(RandomModel(config, 1), 500), Error);
    config.norm = NormKind::RmsNorm;
    config.positions = Positions::Rope;
    const Model model = RandomModel(config, 1);
    CHECK(WithNormEps(model, 0).config.norm_eps == 0);
    CHECK(WithRopeTheta(model, 500).config.rope_theta == 500);
    CHECK_THROWS_AS(WithNormEps(model, -1), Error);
    CHECK_THROWS_AS(WithNormEps(model, NAN), Error);
    CHECK_THROWS_AS(WithRopeTheta(model, 0), Error);
    const Model both = WithRopeTheta(WithNormEps(model, 0.5), 7);
    CHECK(SameModel(ParseModel(FormatModel(both), "both.toml"), both));
}

// --- KV heads -----------------------------------------------------------------------------------

TEST_CASE("With more KV heads every query head reads what it read") {
    for (const auto [query_heads, few, many] :
         {std::array{4, 2, 4}, {4, 1, 2}, {6, 2, 6}, {6, 1, 3}}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Model model = RandomModel(SharedHeads(query_heads, few), seed);
            const Model more = WithKvHeads(model, many);
            Validate(more);
            const Recording before = RunOf(model), after = RunOf(more);
            REQUIRE(before.ids() == after.ids());
            for (TokenId id = 0; id < 5; ++id) {
                CHECK(CandidateAt(before, before.pass(1), id).logit ==
                      CandidateAt(after, after.pass(1), id).logit);
            }
            CHECK(SameModel(WithKvHeads(more, few), model));  // the average of equals is the same
        }
    }
}

TEST_CASE("With fewer KV heads one has the average of those it replaces") {
    const Model model = RandomModel(SharedHeads(4, 4), 3);
    const Model shared = WithKvHeads(model, 2);
    Validate(shared);
    for (const TensorId tensor : {TensorId::KeyWeight, TensorId::ValueWeight}) {
        for (int column = 0; column < 6; ++column) {
            // Row 3 is dimension 1 of head 1, which replaces the old heads 2 and 3.
            const double second = ParameterAt(model, {tensor, 1, 0, 5, column});
            const double third = ParameterAt(model, {tensor, 1, 0, 7, column});
            CHECK(ParameterAt(shared, {tensor, 1, 0, 3, column}) == Approx((second + third) / 2));
        }
    }
    CHECK(SameModel(ParseModel(FormatModel(shared), "shared.toml"), shared));
}

TEST_CASE("Heads that do not divide each other are averaged over the query heads") {
    // Of 6 query heads, 0 to 2 read KV heads 0, 0 and 1 of three; so the first of two is (2·k0 +
    // k1) / 3.
    const Model model = RandomModel(SharedHeads(6, 3), 9);
    const Model two = WithKvHeads(model, 2);
    const double first = ParameterAt(model, {TensorId::KeyWeight, 0, 0, 0, 0});
    const double second = ParameterAt(model, {TensorId::KeyWeight, 0, 0, 2, 0});
    CHECK(ParameterAt(two, {TensorId::KeyWeight, 0, 0, 0, 0}) == Approx((2 * first + second) / 3));
    Validate(two);
}

TEST_CASE("An identity becomes a matrix where KV heads are shared, and biases follow") {
    Config config = SharedHeads(2, 2);
    config.d_model = 4;
    Model model = RandomModel(config, 5, Precision::Float64, 1.0);  // K and V are identities
    const Model shared = WithKvHeads(model, 1);
    Validate(shared);
    CHECK(ParameterAt(shared, {TensorId::KeyWeight, 0, 0, 0, 0}) == 0.5);
    CHECK(ParameterAt(shared, {TensorId::KeyWeight, 0, 0, 0, 2}) == 0.5);
    CHECK(ParameterAt(shared, {TensorId::KeyWeight, 0, 0, 0, 1}) == 0);
}

TEST_CASE("KV heads that do not divide the query heads are refused") {
    const Model model = RandomModel(SharedHeads(4, 2), 1);
    CHECK_THROWS_AS(WithKvHeads(model, 3), Error);
    CHECK_THROWS_AS(WithKvHeads(model, 0), Error);
    CHECK_THROWS_AS(WithKvHeads(model, 8), Error);
}

// --- A new model --------------------------------------------------------------------------------

TEST_CASE("A new model is valid, runs, and answers each of its tokens with the other") {
    const Model model = NewModel();
    Validate(model);
    const Recording recording = RunOf(model);
    CHECK(recording.pass_count() == 4);
    CHECK(recording.ids()[1] == 1);
    CHECK(SameModel(ParseModel(FormatModel(model), "new.toml"), model));
}

}  // namespace decodescope
