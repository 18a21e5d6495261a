#include "app/cli/playhead_option.h"

#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe ToyRecipe() {
    return {.model = std::make_shared<Model>(ToyModel()), .prompt = "A B", .tokens = 4};
}

Playhead PlayheadOf(const std::string& text, const Recipe& recipe) {
    return ResolvePlayhead(ParsePlayhead(text, "--playhead"), recipe);
}

TEST_CASE("A playhead is a stage's name or a step's number, in a pass, in a layer") {
    const Recipe toy = ToyRecipe();
    CHECK(PlayheadOf("start", toy) == kStart);
    CHECK(PlayheadOf("0:embed", toy) == Playhead{0, 0});
    CHECK(PlayheadOf("1:append", toy) == Playhead{1, 2});
    CHECK(PlayheadOf("3:8", toy) == Playhead{3, 8});
    CHECK(PlayheadOf("3:select", toy) == Playhead{3, 8});
    // A step of the whole run: nine in each pass.
    CHECK(PlayheadOf("3", toy) == Playhead{0, 3});
    CHECK(PlayheadOf("9", toy) == Playhead{1, 0});
    CHECK(PlayheadOf("35", toy) == Playhead{3, 8});
    CHECK_THAT(ErrorOf([&] { PlayheadOf("36", toy); }), Catch::Contains("a step from 0 to 35"));

    Config config = Stories260KConfig();
    const Recipe deep{.model = std::make_shared<Model>(RandomModel(config, 1)), .prompt = "t0"};
    const Playhead fourth = PlayheadOf("1:append:3", deep);
    CHECK(StepsOf(config)[static_cast<size_t>(fourth.step)] == StageStep{Stage::Append, 3});
    CHECK_THROWS_AS(PlayheadOf("1:append:5", deep), Error);
}

TEST_CASE("A stage that is not one, or not of this model, lists those that the model has") {
    const Recipe toy = ToyRecipe();
    for (const char* text : {"0:nonsense", "0:mlp"}) {
        CHECK_THAT(ErrorOf([&] { PlayheadOf(text, toy); }),
                   Catch::Contains("write one of: embed project append score softmax"));
    }
    const Recipe deep{.model = std::make_shared<Model>(RandomModel(Stories260KConfig(), 1)),
                      .prompt = "t0"};
    CHECK_THAT(ErrorOf([&] { PlayheadOf("0:nonsense", deep); }), Catch::Contains(" rope "));
}

}  // namespace
}  // namespace decodescope
