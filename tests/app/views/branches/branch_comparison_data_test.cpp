#include "app/views/branches/branch_comparison_data.h"

#include <algorithm>
#include <cmath>

#include "core/engine/selection.h"
#include "core/model/dataflow.h"
#include "core/run/branches.h"
#include "core/run/comparison.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

// Two branches of a random model that part at the first selection.
std::pair<Recording, Recording> Parted(std::uint64_t seed) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed));
    recipe.prompt = "t0 t1 t2";
    recipe.tokens = 4;
    const Recording rule = Record(recipe);
    const TokenId other = rule.pass(0).selection->id == 0 ? 1 : 0;
    recipe.branches.push_back({ByHand{0, other}});
    recipe.branch = 1;
    return {rule, Record(recipe)};
}

const ComparedBlock* BlockNamed(const BranchComparison& comparison, std::string_view name) {
    for (const ComparedBlock& block : comparison.blocks)
        if (block.name == name) return &block;
    return nullptr;
}

}  // namespace

TEST_CASE("A comparison of branches finds what differs, where most, and nothing else") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        INFO("seed " << seed);
        const auto [a, b] = Parted(seed);
        const Config& config = a.config();
        const int layer = static_cast<int>(seed) % config.layers;
        const int head = static_cast<int>(seed) % config.query_heads;
        for (int pass = 0; pass < std::min(a.pass_count(), b.pass_count()); ++pass) {
            const ComparisonQuery query{{pass, a.step_count() - 1}, layer, head};
            const BranchComparison comparison = CompareBranches(a, b, query);
            CHECK(comparison.ahead.empty());
            CHECK(comparison.layers.size() == static_cast<size_t>(config.layers - 1));
            const int position = a.pass(pass).last_position();
            const std::pair<const char*, TensorId> parts[] = {{"K rows", TensorId::CachedK},
                                                              {"V rows", TensorId::CachedV}};
            for (const auto& [name, tensor] : parts) {
                const ComparedBlock* block = BlockNamed(comparison, name);
                REQUIRE(block != nullptr);
                double largest = 0, told = 0;
                for (int row = 0; row <= position; ++row) {
                    for (int column = 0; column < config.head_dim; ++column) {
                        const Cell cell{tensor, layer, config.KvHeadOf(head), row, column};
                        largest = std::max(largest, std::abs(a.At(cell) - b.At(cell)));
                    }
                }
                for (const ComparedRow& row : block->rows) told = std::max(told, row.difference());
                CHECK(told == largest);
                CHECK_FALSE(block->same.empty());  // the prompt's rows
                for (const ComparedRow& row : block->same_rows) {
                    CHECK(row.a == row.b);
                    CHECK(row.name.starts_with("row "));
                }
                CHECK(std::ssize(block->same_rows) + block->more_same + std::ssize(block->rows) +
                          block->more ==
                      position + 1);
            }
            double moved = 0;
            const std::vector<double> p = SoftmaxAt(LogitsOf(a, a.pass(pass)), 1),
                                      q = SoftmaxAt(LogitsOf(b, b.pass(pass)), 1);
            for (size_t id = 0; id < p.size(); ++id) moved += std::abs(p[id] - q[id]) / 2;
            CHECK(comparison.moved == Approx(moved));
            CHECK((pass > 0 || comparison.moved == 0));
            CHECK(comparison.candidates.front().a == *std::ranges::max_element(p));
        }
    }
}

TEST_CASE("What the playhead has not come to is not compared") {
    const auto [a, b] = Parted(3);
    const BranchComparison before = CompareBranches(a, b, {{1, -1}, 0, 0});
    CHECK(before.blocks.empty());
    CHECK_FALSE(before.ahead.empty());
    const BranchComparison scored = CompareBranches(a, b, {{1, a.StepOf(Stage::Score)}, 0, 0});
    CHECK(BlockNamed(scored, "score") != nullptr);
    CHECK(BlockNamed(scored, "softmax") == nullptr);
    CHECK_FALSE(scored.has_logits);
    CHECK(scored.ahead.find("softmax") != std::string::npos);
    const BranchComparison selected = CompareBranches(a, b, {{1, a.step_count() - 1}, 0, 0});
    CHECK(selected.has_probabilities);
}

}  // namespace decodescope
