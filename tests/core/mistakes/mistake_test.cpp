#include "core/mistakes/mistake.h"

#include "core/mistakes/broken_run.h"
#include "tests/core/mistakes/broken_invariants.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"

namespace decodescope {

TEST_CASE("Mistakes are found by the names that they are listed with") {
    for (const Mistake mistake : AllMistakes())
        CHECK(MistakeNamed(InfoOf(mistake).name) == mistake);
    CHECK(MistakeNamed("none") == Mistake::None);
    CHECK_FALSE(MistakeNamed("typo"));
    for (size_t i = 0; i < kInvariantCount; ++i) {
        CHECK(InfoOf(static_cast<Invariant>(i)).invariant == static_cast<Invariant>(i));
    }
}

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

}  // namespace decodescope
