#include "core/explain/generation_loop.h"

#include <set>

#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording Abc() {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.prompt = "A B";
    recipe.tokens = 3;
    return Record(recipe);
}

std::string CodeAt(const Recording& recording, Playhead playhead) {
    return std::string(
        LoopLines()[static_cast<size_t>(LoopLineAt(recording, playhead, false))].code);
}

const LoopVariable& Named(const std::vector<LoopVariable>& variables, std::string_view name) {
    for (const LoopVariable& variable : variables) {
        if (variable.name == name) return variable;
    }
    throw std::runtime_error("no such variable");
}

Playhead At(const Recording& recording, int pass, Stage stage) {
    return {pass, recording.StepOf(stage)};
}

TEST_CASE("The loop is a dozen lines or so, none too long to read") {
    CHECK(LoopLines().size() == 14);
    for (const LoopLine& line : LoopLines()) {
        CHECK(line.code.size() + 2 * static_cast<size_t>(line.indent) <= 34);
        CHECK_FALSE(line.elsewhere.empty());
    }
}

TEST_CASE("Each stage lights the line that does it") {
    const Recording recording = Abc();
    CHECK(CodeAt(recording, kStart).starts_with("ids = new = encode"));
    for (const int pass : {0, 1, 2}) {
        CHECK(CodeAt(recording, At(recording, pass, Stage::Embed)) == "x = embed(new)");
        CHECK(CodeAt(recording, At(recording, pass, Stage::Project)).starts_with("q, k, v ="));
        CHECK(CodeAt(recording, At(recording, pass, Stage::Append))
                  .starts_with("cache[layer].append"));
        CHECK(CodeAt(recording, At(recording, pass, Stage::WeightedSum)).starts_with("x = attend"));
        CHECK(CodeAt(recording, At(recording, pass, Stage::Logits)).starts_with("logits ="));
        CHECK(CodeAt(recording, At(recording, pass, Stage::Select)).starts_with("next = select"));
    }
    CHECK(LoopLineAt(recording, Last(recording), true) == 13);
}

TEST_CASE("Lines come in order within a pass, in every model, except that layers repeat theirs") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Config config = RandomConfig(seed);
        config.layers = 1;
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(config, seed));
        recipe.prompt = "t0 t1";
        recipe.tokens = 2;
        const Recording recording = Record(recipe);
        int line = 0;
        for (int step = 0; step < recording.step_count(); ++step) {
            const int now = LoopLineAt(recording, {0, step}, false);
            CHECK(now >= line);
            line = now;
        }
    }
}

TEST_CASE("Variables hold what the arithmetic of the design says, at every step") {
    // P = 2, G = 3: before pass p the cache holds 2 + p - 1 positions (0 before the prefill).
    const Recording recording = Abc();
    for (int pass = 0; pass < 3; ++pass) {
        const int before = pass == 0 ? 0 : 1 + pass, after = 2 + pass;
        for (int step = 0; step < recording.step_count(); ++step) {
            const auto now = LoopVariablesAt(recording, {pass, step});
            const bool is_appended = step >= recording.StepOf(Stage::Append);
            const bool is_selected = step >= recording.StepOf(Stage::Select);
            const std::string cached = std::to_string(is_appended ? after : before);
            CHECK(Named(now, "cache").value ==
                  cached + (cached == "1" ? " position" : " positions"));
            CHECK(Named(now, "cache").elsewhere_value == "[1, 1, " + cached + ", 2]");
            CHECK(Named(now, "ids").elsewhere_value ==
                  "[1, " + std::to_string(after + (is_selected ? 1 : 0)) + "]");
            CHECK((Named(now, "next").value == "none") == !is_selected);
            CHECK(Named(now, "new").elsewhere_value == (pass == 0 ? "[1, 2]" : "[1, 1]"));
        }
    }
    CHECK(Named(LoopVariablesAt(recording, {0, 0}), "positions of new").value == "[0, 1]");
    CHECK(Named(LoopVariablesAt(recording, {2, 0}), "positions of new").value == "[3]");
    CHECK(Named(LoopVariablesAt(recording, kStart), "ids").value == "[0, 1]");
}

TEST_CASE("The remark appears exactly while a token is selected and not cached") {
    const Recording recording = Abc();
    for (int pass = 0; pass < 3; ++pass) {
        for (int step = 0; step < recording.step_count(); ++step) {
            const bool is_selected = step == recording.StepOf(Stage::Select);
            CHECK(LoopRemark(recording, {pass, step}).empty() == !is_selected);
        }
    }
    CHECK(LoopRemark(recording, At(recording, 0, Stage::Select)) ==
          "Here A is in ids and not in the cache: ids hold 3, the cache 2.");
}

}  // namespace
}  // namespace decodescope
