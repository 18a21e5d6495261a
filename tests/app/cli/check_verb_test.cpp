// The answers of `check` that no run of the real program gives.
#include "app/cli/check_verb.h"

#include <limits>

#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe ToyRecipe() {
    return {.model = std::make_shared<Model>(ToyModel()), .prompt = "A B", .tokens = 4};
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("A difference makes the check disagree and is named with its place") {
    const Recording recording = Record(ToyRecipe());
    std::vector<PassCheck> checks = CheckAll(recording);
    CHECK(AllAgree(checks));
    CHECK(Contains(CheckReport(recording, checks), "They agree"));

    checks[2].max_abs_difference = 1e-17;
    checks[2].place = Cell{.tensor = TensorId::Logits, .row = 3, .column = 1};
    CHECK_FALSE(AllAgree(checks));
    const std::string report = CheckReport(recording, checks);
    CHECK(Contains(report, "They disagree: the largest |difference| is 1e-17 at z[3,1]"));

    checks[2].max_abs_difference = std::numeric_limits<double>::infinity();
    CHECK(Contains(CheckReport(recording, checks), "Infinity at z[3,1]"));
}

TEST_CASE("A different selection makes the check disagree even if no number differs") {
    const Recording recording = Record(ToyRecipe());
    std::vector<PassCheck> checks = CheckAll(recording);
    checks[1].selection_agrees = false;
    CHECK_FALSE(AllAgree(checks));
    CHECK(Contains(CheckReport(recording, checks), "not every pass selects the same token"));
}

}  // namespace
}  // namespace decodescope
