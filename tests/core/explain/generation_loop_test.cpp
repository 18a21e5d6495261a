#include "core/explain/generation_loop.h"

#include <algorithm>
#include <set>

#include "core/base/number.h"
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

LoopVariable Named(const std::vector<LoopVariable>& variables, std::string_view name) {
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

TEST_CASE(
    "At every step the cache has the rows that its own layer got so far, whatever the layers") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Config config = RandomConfig(seed);
        config.layers = 1 + static_cast<int>(seed % 4);
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(config, seed));
        recipe.prompt = "t0 t1 t2";
        recipe.tokens = 3;
        const Recording recording = Record(recipe);
        // Counted as the steps go by, without the functions under test.
        std::vector<int> rows(static_cast<size_t>(config.layers), 0);
        for (int pass = 0; pass < recording.pass_count(); ++pass) {
            for (int step = 0; step < recording.step_count(); ++step) {
                const StageStep now = recording.steps()[static_cast<size_t>(step)];
                const auto layer = static_cast<size_t>(now.layer);
                if (now.stage == Stage::Append) rows[layer] += pass == 0 ? 3 : 1;
                const auto variables = LoopVariablesAt(recording, {pass, step});
                const LoopVariable& cache = Named(variables, "cache");
                const int in_all = *std::ranges::min_element(rows);
                CHECK(cache.elsewhere_value == "[1, " + std::to_string(config.kv_heads) + ", " +
                                                   std::to_string(rows[layer]) + ", " +
                                                   std::to_string(config.head_dim) + "]");
                CHECK(cache.elsewhere ==
                      "past_key_values.layers[" + std::to_string(now.layer) + "].keys, .values");
                const std::string all = CountText(in_all, "position");
                CHECK(cache.value ==
                      (config.layers == 1
                           ? all
                           : CountText(rows[layer], "row") + " in layer " +
                                 std::to_string(now.layer) + ", " + all + " in all " +
                                 std::to_string(config.layers) + " layers"));
            }
        }
    }
}

TEST_CASE("For a program no list is shortened, for a person long ones are") {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.prompt = "A B A B A B A B A B A B";
    recipe.tokens = 1;
    const Recording recording = Record(recipe);
    const auto at = [&](LoopDetail detail, std::string_view name) {
        return Named(LoopVariablesAt(recording, {0, 0}, detail), name).value;
    };
    CHECK(at(LoopDetail::Shortened, "ids") == "[…, 0, 1, 0, 1, 0, 1, 0, 1]");
    CHECK(at(LoopDetail::Whole, "ids") == "[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]");
    CHECK(at(LoopDetail::Whole, "new") == at(LoopDetail::Whole, "ids"));
    CHECK(at(LoopDetail::Whole, "positions of new") == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]");
}

TEST_CASE("The names of Transformers are those of a version that is told") {
    for (const LoopLine& line : LoopLines()) {
        CHECK(line.elsewhere.find("cache_position") == std::string_view::npos);
    }
    for (const LoopVariable& variable : LoopVariablesAt(Abc(), kStart)) {
        CHECK(variable.elsewhere.find("cache_position") == std::string::npos);
    }
    CHECK(kLoopElsewhere.ends_with("5.5"));
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
