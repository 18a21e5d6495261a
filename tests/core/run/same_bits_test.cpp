// The law: the same recipe gives the same bits, whatever compiler, optimisation, processor or width
// of registers (docs/decisions/0037-the-same-bits-everywhere.md).
//
// tests/core/run/digests.txt has a digest of some runs, the same for every build. A build proves
// the law by giving these digests again: scripts/test does it with Clang, not optimised, and with
// GCC, optimised; here, every width that the processor has is tried as well.
//
// A digest may only be renewed with a change that is meant to change last digits (a sum in another
// order, another formula), in a commit that says so, and when the tests that compare numbers with
// references pass: they say whether the new numbers are right. Then put in what this test found.
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "core/io/file_formats.h"
#include "core/kernel/kernels.h"
#include "core/model/weights.h"
#include "tests/support/catch.h"
#include "tests/support/digest.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr const char* kDigests = "tests/core/run/digests.txt";

std::map<std::string, std::string> WrittenDigests() {
    std::ifstream file(kDigests);
    REQUIRE(file);
    std::map<std::string, std::string> digests;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string name, digest;
        words >> name >> digest;
        digests[name] = digest;
    }
    return digests;
}

void CheckAtEveryWidth(const std::string& name, const Recipe& recipe) {
    const std::string written = WrittenDigests()[name];
    for (const Width width : WidthsHere()) {
        INFO(kDigests << ": " << name << ", width " << static_cast<int>(width));
        UseWidth(width);
        CHECK(DigestOfRun(recipe) == written);
    }
    UseWidth(WidthsHere().back());
}

Recipe RandomRun(std::uint64_t seed, Precision precision) {
    Config config = RandomConfig(seed);
    Model model = RandomModel(config, seed, precision);
    Recipe recipe{.model = std::make_shared<const Model>(std::move(model)),
                  .prompt = "t0 t1 t2 t0 t1 t2 t0 t1 t2 t0 t1",
                  .tokens = 8};
    if (seed % 2 == 1) {
        recipe.rule = {.kind = RuleKind::Sample, .temperature = 1.7, .seed = seed};
    }
    return recipe;
}

TEST_CASE("The shipped recipes have the same bits on every machine") {
    CheckAtEveryWidth("abc", OpenFile("assets/models/abc.toml", std::nullopt));
    CheckAtEveryWidth("drinks", OpenFile("assets/models/drinks.toml", std::nullopt));
}

TEST_CASE("Random models of every kind have the same bits on every machine") {
    std::set<MlpKind> mlps;
    std::set<NormKind> norms;
    std::set<std::pair<Positions, RopePairs>> positions;
    bool has_qk_norm = false, has_factors = false, shares_heads = false;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        const std::string name = "random" + std::to_string(seed);
        CheckAtEveryWidth(name + "-double", RandomRun(seed, Precision::Float64));
        CheckAtEveryWidth(name + "-float", RandomRun(seed, Precision::Float32));
        const Config config = RandomConfig(seed);
        mlps.insert(config.mlp);
        norms.insert(config.norm);
        positions.insert({config.positions, config.rope_pairs});
        has_qk_norm = has_qk_norm || config.qk_norm;
        has_factors = has_factors || !config.rope_factors.empty();
        shares_heads = shares_heads || config.kv_heads < config.query_heads;
    }
    CHECK(mlps.size() == 4);
    CHECK(norms.size() == 3);
    CHECK(positions.size() == 6);
    CHECK((has_qk_norm && has_factors && shares_heads));
}

TEST_CASE("Numbers that are none have the same bits on every machine") {
    Model model = RandomModel(RandomConfig(5), 5, Precision::Float32);
    auto& weights = std::get<Weights<float>>(*model.weights);
    weights.token_embedding.Set(1, 0, std::numeric_limits<float>::infinity());
    CheckAtEveryWidth("infinite", {.model = std::make_shared<const Model>(std::move(model)),
                                   .prompt = "t0 t1 t2",
                                   .tokens = 3});
}

TEST_CASE("stories260K has the same bits on every machine") {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    if (path.empty()) SKIP("stories260K is not there");
    Recipe recipe = OpenFile(path.string(), std::nullopt);
    recipe.prompt = "Once upon a time";
    recipe.tokens = 30;
    CheckAtEveryWidth("stories260K", recipe);
}

}  // namespace
}  // namespace decodescope
