#include "core/io/recipe_file.h"

#include <limits>
#include <memory>
#include <random>

#include "core/io/file_formats.h"
#include "core/io/recipe_writer.h"
#include "tests/support/catch.h"
#include "tests/support/checkpoint.h"
#include "tests/support/errors.h"
#include "tests/support/model_equal.h"
#include "tests/support/random_model.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

const std::string kModel =
    "tokens = [\"A\", \"B\"]\nembedding = [[1, 0], [0, 1]]\noutput = \"tied\"\n";

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// The same in all but the model, which is another object after reading.
void RequireEqual(Recipe read, const Recipe& written) {
    REQUIRE(SameModel(*read.model, *written.model));
    read.model = written.model;
    REQUIRE(read == written);
}

TEST_CASE("A model file opens with its own example") {
    const Recipe recipe = OpenFile("assets/models/abc.toml");
    CHECK(recipe.prompt == "A B");
    CHECK(recipe.tokens == 4);
    CHECK(recipe.model_path == "assets/models/abc.toml");
    CHECK(recipe.rule == SelectionRule{});
}

TEST_CASE("A recipe finds its model beside itself and overrides the example") {
    const TemporaryFolder folder;
    folder.Write("m.toml", kModel);
    const fs::path path =
        folder.Write("r.toml",
                     "model = \"m.toml\"\nprompt = \"B\"\ntokens = 7\n[selection]\n"
                     "rule = \"sample\"\ntemperature = 0.8\ntop_k = 3\ntop_p = 0.9\n"
                     "min_p = 0.1\nseed = 42\n");
    const Recipe recipe = OpenFile(path);
    CHECK(recipe.model->tokenizer.pieces == std::vector<std::string>{"A", "B"});
    CHECK(recipe.model_path == (folder.path() / "m.toml").string());
    CHECK(recipe.prompt == "B");
    CHECK(recipe.tokens == 7);
    const SelectionRule rule{.kind = RuleKind::Sample,
                             .temperature = 0.8,
                             .top_k = 3,
                             .top_p = 0.9,
                             .min_p = 0.1,
                             .seed = 42};
    CHECK(recipe.rule == rule);
}

TEST_CASE("What a recipe leaves open comes from its model") {
    const TemporaryFolder folder;
    folder.Write("m.toml", kModel + "[example]\nprompt = \"B A\"\ntokens = 9\n");
    const Recipe recipe = OpenFile(folder.Write("r.toml", "model = \"m.toml\"\n"));
    CHECK(recipe.prompt == "B A");
    CHECK(recipe.tokens == 9);
}

TEST_CASE("A recipe that names its model reads back equal") {
    const TemporaryFolder folder;
    folder.Write("m.toml", kModel);
    Recipe recipe = OpenFile(folder.path() / "m.toml");
    recipe.prompt = "A \"B\"\n\xFF";
    recipe.tokens = 11;
    for (const std::uint64_t seed :
         {std::uint64_t{0}, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()}) {
        recipe.rule = {.kind = RuleKind::Sample,
                       .temperature = 0.1,
                       .top_k = 5,
                       .top_p = 0.95,
                       .min_p = 1e-3,
                       .seed = seed};
        WriteRecipeFile(folder.path() / "r.toml", recipe);
        RequireEqual(OpenFile(folder.path() / "r.toml"), recipe);
    }
    CHECK(Contains(Slurp(folder.path() / "r.toml"), "model = \"m.toml\""));
    CHECK(folder.CountEntries() == 2);
}

TEST_CASE("A recipe that holds its model reads back equal") {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Config config = RandomConfig(seed);
        config.rope_theta = Config().rope_theta;
        config.rope_pairs = Config().rope_pairs;
        Recipe recipe = ExampleRecipe(std::make_shared<const Model>(RandomModel(config, seed)));
        recipe.rule.kind = RuleKind::Sample;
        WriteRecipeFile(folder.path() / "r.toml", recipe);
        RequireEqual(OpenFile(folder.path() / "r.toml"), recipe);
        RequireEqual(ParseRecipe(FormatRecipe(recipe), "r.toml"), recipe);
    }
}

TEST_CASE("A model far from the recipe is named in full") {
    const TemporaryFolder folder;
    const TemporaryFolder other;
    fs::create_directories(folder.path() / "a" / "b");
    Recipe recipe = OpenFile(other.Write("m.toml", kModel));
    const fs::path path = folder.path() / "a" / "b" / "r.toml";
    WriteRecipeFile(path, recipe);
    recipe.model_path = fs::canonical(other.path() / "m.toml").string();
    RequireEqual(OpenFile(path), recipe);
}

TEST_CASE("A checkpoint keeps its tokenizer through a recipe") {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "tokens");
    folder.Write("tiny.bin", CheckpointBytes({}));
    const fs::path tokenizer =
        folder.Write("tokens/t.bin", TokenizerBytes({"<unk>", "<s>", "</s>", " ", "a"}));
    const Recipe recipe = OpenFile(folder.path() / "tiny.bin", tokenizer);
    CHECK(recipe.tokenizer_path == tokenizer.string());
    WriteRecipeFile(folder.path() / "r.toml", recipe);
    RequireEqual(OpenFile(folder.path() / "r.toml"), recipe);
}

TEST_CASE("A wrong recipe is explained with its place") {
    const TemporaryFolder folder;
    folder.Write("m.toml", kModel);
    folder.Write("other.toml", "model = \"m.toml\"\n");
    const auto error = [&](const std::string& text) {
        return ErrorOf([&] { OpenFile(folder.Write("r.toml", text)); });
    };
    const std::string head = "model = \"m.toml\"\n";
    CHECK(error(head) == "no error");
    CHECK(Contains(error("model = \"no.toml\"\n"), "r.toml:1:9, write the path of a model"));
    CHECK(Contains(error("model = \"other.toml\"\n"), "this is a recipe, not a model"));
    CHECK(Contains(error("model = \"r.toml\"\n"), "this is a recipe, not a model"));
    CHECK(Contains(error("model = 1\n"), "model is an integer"));
    CHECK(Contains(error(head + "promt = \"A\"\n"), "r.toml:2:1, did you mean 'prompt'?"));
    CHECK(Contains(error(head + "tokens = 0\n"), "tokens is 0"));
    CHECK(Contains(error(head + "tokens = 4097\n"), "r.toml:2:10, it must be from 1 to 4096"));
    CHECK(Contains(error(head + "[selection]\nrule = \"gready\"\n"), "did you mean 'greedy'?"));
    CHECK(Contains(error(head + "[selection]\ntemperature = -1\n"), "r.toml:3:15"));
    CHECK(Contains(error(head + "[selection]\ntop_p = 0\n"), "r.toml:3:9"));
    CHECK(Contains(error(head + "[selection]\ntop_k = -1\n"), "top_k is -1"));
    CHECK(Contains(error(head + "[selection]\nseed = -1\n"), "selection.seed is not an integer"));
    CHECK(Contains(error(head + "[selection]\nseed = \"18446744073709551616\"\n"),
                   "selection.seed is not"));
    CHECK(Contains(error(head + "[selection]\nprompt = \"A\"\n"), "above the first [section]"));
    CHECK(Contains(error("[model]\ntokens = []\n"), "the vocabulary is empty, "));
    CHECK(Contains(error("[model]\ntokenz = []\n"), "unknown key 'tokenz' in model"));
}

TEST_CASE("Every recipe that the command line can make reads back") {
    const TemporaryFolder folder;
    Recipe recipe = OpenFile(folder.Write("m.toml", kModel));
    recipe.tokens = kMostSelected;
    recipe.rule = {.kind = RuleKind::Sample,
                   .temperature = 1e6,
                   .top_k = std::numeric_limits<int>::max(),
                   .top_p = std::numeric_limits<double>::min(),
                   .min_p = 1,
                   .seed = std::numeric_limits<std::uint64_t>::max()};
    WriteRecipeFile(folder.path() / "r.toml", recipe);
    RequireEqual(OpenFile(folder.path() / "r.toml"), recipe);
}

// --- A batch that was set up ---------------------------------------------------------------------

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
