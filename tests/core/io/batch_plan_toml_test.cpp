#include "core/io/batch_plan_toml.h"

#include <random>

#include "core/io/recipe_file.h"
#include "core/io/recipe_writer.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe ToyRecipe() {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.model_path = "assets/models/abc.toml";
    return recipe;
}

const std::string kHead = "model = \"assets/models/abc.toml\"\n";

TEST_CASE("A batch that was set up reads back as it was written, whatever is in it") {
    std::mt19937_64 random(5);
    const auto below = [&](int limit) { return static_cast<int>(random() % limit); };
    for (int round = 0; round < 200; ++round) {
        BatchPlan plan{.kind = static_cast<BatchKind>(below(2))};
        plan.requests.resize(static_cast<size_t>(1 + below(kMostRequests)));
        for (BatchRequest& request : plan.requests) {
            constexpr const char* kPrompts[] = {"", "A B", "\"quoted\"\n", "日本 🙂",
                                                "\xFF\x80"};
            request = {kPrompts[below(5)], 1 + below(kMostSelected), below(kLatestArrival + 1)};
        }
        plan.sample = {"C", 1 + below(kMostSelected), 0};
        plan.samples = 1 + below(kMostRequests);
        plan.slots = 1 + below(kMostSlots);
        plan.shares_prompts = below(2) == 0;
        plan.sample_rule = {.kind = static_cast<RuleKind>(below(2)), .seed = random()};
        if (below(2) == 0) plan.sample_rule.top_p = 0.9;
        Recipe recipe = ToyRecipe();
        recipe.batch = plan;
        const Recipe read = ParseRecipe(FormatRecipe(recipe), "recipe.toml");
        REQUIRE(read.batch);
        CHECK(*read.batch == plan);
    }
}

TEST_CASE("A recipe without a batch has none, and is written as before") {
    CHECK_FALSE(ParseRecipe(kHead + "prompt = \"A\"\n", "recipe.toml").batch);
    CHECK(FormatRecipe(ToyRecipe()).find("[batch") == std::string::npos);
}

TEST_CASE("What no batch can have is refused with its place") {
    const auto refusal = [](const std::string& text) {
        return ErrorOf([&] { ParseRecipe(kHead + "[batch]\n" + text, "recipe.toml"); });
    };
    CHECK(refusal("requests = [{ prompt = \"A\" }]") == "no error");
    CHECK_THAT(refusal("slots = 2"), Catch::Contains("'requests' is missing"));
    CHECK_THAT(refusal("requests = []"), Catch::Contains("1 to 64 requests"));
    CHECK_THAT(refusal("slots = 65\nrequests = [{ prompt = \"A\" }]"),
               Catch::Contains("recipe.toml:3:9"));
    CHECK_THAT(refusal("requests = [{ prompt = \"A\", tokens = 0 }]"),
               Catch::Contains("batch.requests[0].tokens"));
    CHECK_THAT(refusal("requests = [{ prompt = \"A\", arrives = 1001 }]"),
               Catch::Contains("from 0 to 1000"));
    CHECK_THAT(refusal("requests = [{ prompt = \"A\", joins = 1 }]"),
               Catch::Contains("unknown key 'joins'"));
    CHECK_THAT(refusal("kind = \"many\"\nrequests = [{ prompt = \"A\" }]"),
               Catch::Contains("batch.kind is 'many'"));
    CHECK_THAT(refusal("requests = [{ prompt = \"A\" }]\n[batch.selection]\ntop_p = 2\n"),
               Catch::Contains("recipe.toml:5:9"));
}

}  // namespace
}  // namespace decodescope
