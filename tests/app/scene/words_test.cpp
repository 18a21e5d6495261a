#include "app/scene/words.h"

#include <cmath>

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Shortened words end at a whole character") {
    const auto fits = [](const std::string& words) { return CharacterCount(words) <= 3; };
    CHECK(Shortened("abc", fits) == "abc");
    CHECK(Shortened("żółć", fits) == "żó…");
}

TEST_CASE("The scores' formula names the root that the scale is, if it is a sensible one") {
    const auto formula_for = [](double scale) {
        Config config;
        config.attention_scale = scale;
        return ScoreFormula(config);
    };
    CHECK(formula_for(1) == "q·k");
    CHECK(formula_for(1 / std::sqrt(2.0)) == "q·k / √2");
    CHECK(formula_for(0.5) == "q·k / √4");
    for (const double scale : {0.0, -0.5, 0.3, 1e-30, 1e300, 1e-300}) {
        INFO(scale);
        CHECK(formula_for(scale) == "q·k · scale");
    }
}

}  // namespace decodescope
