// The parts of the command line that no run of the real program reaches, or not one by one.
#include <limits>

#include "app/cli/check_verb.h"
#include "app/cli/json_writer.h"
#include "app/cli/parse.h"
#include "app/cli/playhead_option.h"
#include "core/base/error.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe ToyRecipe() {
    return {.model = std::make_shared<Model>(ToyModel()), .prompt = "A B", .tokens = 4};
}

Playhead PlayheadOf(const std::string& text, const Recipe& recipe) {
    return ResolvePlayhead(ParsePlayhead(text, "--playhead"), recipe);
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

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

TEST_CASE("Another selection makes the check disagree even where no number differs") {
    const Recording recording = Record(ToyRecipe());
    std::vector<PassCheck> checks = CheckAll(recording);
    checks[1].selection_agrees = false;
    CHECK_FALSE(AllAgree(checks));
    CHECK(Contains(CheckReport(recording, checks), "not every pass selects the same token"));
}

TEST_CASE("A playhead is a stage's name or a step's number, in a pass, in a layer") {
    const Recipe toy = ToyRecipe();
    CHECK(PlayheadOf("start", toy) == kStart);
    CHECK(PlayheadOf("0:embed", toy) == Playhead{0, 0});
    CHECK(PlayheadOf("1:append", toy) == Playhead{1, 2});
    CHECK(PlayheadOf("3:8", toy) == Playhead{3, 8});
    CHECK(PlayheadOf("3:select", toy) == Playhead{3, 8});

    Config config = Stories260KConfig();
    const Recipe deep{.model = std::make_shared<Model>(RandomModel(config, 1)), .prompt = "t0"};
    const Playhead fourth = PlayheadOf("1:append:3", deep);
    CHECK(StepsOf(config)[static_cast<size_t>(fourth.step)] == StageStep{Stage::Append, 3});
    CHECK_THROWS_AS(PlayheadOf("1:append:5", deep), Error);
}

TEST_CASE("A number option takes all of the text or none of it") {
    CHECK(ParseInteger("12", "--tokens", 1, 100) == 12);
    SelectionRule rule;
    ParseRuleField(*RuleFieldNamed("seed"), "18446744073709551615", rule);
    CHECK(rule.seed == ~std::uint64_t{0});
    CHECK(ParseReal("0.25", "--top-p", 0, 1) == 0.25);
    CHECK(ParseReal("1/4", "--top-p", 0, 1) == 0.25);
    for (const char* text : {"", "-", "+3", "3x", "3 ", "0,5", "101", "0"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(ParseInteger(text, "--tokens", 1, 100), Error);
    }
    const WindowSize size = ParseSize("1600x900", "--size");
    CHECK(size.width == 1600);
    CHECK(size.height == 900);
}

TEST_CASE("The JSON writer puts commas, escapes text and names what is no number") {
    std::string out;
    JsonWriter json(out);
    json.Object([&] {
        json.Array("a", [&] {
            json.Value(0.1);
            json.Value(-0.0);
            json.Value(std::numeric_limits<double>::quiet_NaN());
            json.Value(-std::numeric_limits<double>::infinity());
            json.Array([] {});
        });
        json.BytesField("t", "\"\\\n\x01é");
        json.BytesField("b", "\xff");
    });
    CHECK(out ==
          "{\"a\": [0.1, -0, \"NaN\", \"-Infinity\", []], \"t\": \"\\\"\\\\\\n\\u0001é\", "
          "\"b\": \"<0xFF>\", \"b_bytes\": \"ff\"}");
}

}  // namespace decodescope
