// What the check compares, and that a difference in any part of it is found.
#include "core/run/check.h"

#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe RecipeWith(Model model) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(std::move(model));
    recipe.prompt = "t0 t1 t2";
    recipe.tokens = 3;
    return recipe;
}

TEST_CASE("Every part agrees to the bit, in every configuration, and all of it is compared") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Config config = RandomConfig(seed);
            const Recording recording = Record(RecipeWith(RandomModel(config, seed, precision)));
            for (int i = 0; i < recording.pass_count(); ++i) {
                const PassCheck check = CheckPass(recording, i);
                for (const double difference : check.differences) CHECK(difference == 0.0);
                // K and V of each position in every layer, hidden of each, and two of the last.
                const TensorAt hidden = FinalHidden(config);
                const std::int64_t hidden_width = std::int64_t{HeadCount(config, hidden.tensor)} *
                                                  Length(config, InfoOf(hidden.tensor).columns);
                const std::int64_t positions = recording.pass(i).cache_length_after;
                CHECK(check.compared ==
                      positions * (2 * config.layers * config.kv_width() + hidden_width) +
                          2 * config.vocabulary_size);
            }
        }
    }
}

// A model whose attention yields nothing, since every v is 0: its keys change no result.
Model WithoutValues(const Config& config, std::uint64_t seed) {
    Model model = RandomModel(config, seed, Precision::Float64, 0);
    for (LayerWeights<double>& layer : std::get<Weights<double>>(*model.weights).layers) {
        layer.value.weight.resize(layer.value.weight.rows(), layer.value.weight.cols());  // zeros
        layer.value.bias.setZero();
    }
    return model;
}

TEST_CASE("Cached keys that differ are found, although no result differs") {
    Config config = RandomConfig(1);
    config.layers = 3;
    const Model model = WithoutValues(config, 7);
    Model other = model;
    PackedMatrix<double>& key = std::get<Weights<double>>(*other.weights).layers[1].key.weight;
    key = Matrix<double>(Unpacked(key).array() + 0.25);

    const Recording of_other = Record(RecipeWith(other));
    Recording recording(RecipeWith(model));
    for (const PassPtr& pass : of_other.passes()) recording.Append(pass);
    for (const PassCheck& check : CheckAll(recording)) {
        const auto of = [&](CheckedPart part) {
            return check.differences[static_cast<size_t>(part)];
        };
        CHECK(of(CheckedPart::Keys) > 0);
        CHECK(of(CheckedPart::Values) == 0);
        CHECK(of(CheckedPart::Hidden) == 0);
        CHECK(of(CheckedPart::Logits) == 0);
        CHECK(check.max_abs_difference == of(CheckedPart::Keys));
        REQUIRE(check.place);
        CHECK(check.place->tensor == TensorId::CachedK);
        CHECK(check.place->layer == 1);
        CHECK_FALSE(Agrees(check));
    }
}

}  // namespace
}  // namespace decodescope
