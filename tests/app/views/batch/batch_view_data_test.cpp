#include "app/views/batch/batch_view_data.h"

#include <memory>

#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

std::vector<std::string> TextsOf(const BatchRun& run, const std::vector<SequenceToken>& tokens) {
    std::vector<std::string> texts;
    for (const SequenceToken& token : tokens) texts.push_back(run.token_texts().At(token.id));
    return texts;
}

}  // namespace

TEST_CASE("A lane shows which tokens of its response are cached and in the step and waiting") {
    Batch batch{.model = std::make_shared<const Model>(ToyModel()), .slots = 2};
    batch.requests = {{"A B", 3}, {"C", 1}};
    const auto run = std::make_shared<const BatchRun>(RunBatch(batch));
    const BatchViewData first = BatchViewDataAt(run, 0);
    REQUIRE(first.lanes.size() == 2);
    REQUIRE(first.lanes[0].tokens.size() == 3);
    CHECK(first.lanes[0].work == SlotWork::Prefill);
    CHECK(first.lanes[0].tokens[0].state == TokenState::Cached);
    CHECK(first.lanes[0].tokens[0].in_pass);
    CHECK(first.lanes[0].tokens[2].state == TokenState::Waiting);
    CHECK(first.lanes[1].ended == FinishReason::Length);

    // The token that waited is processed; the prompt stays cached.
    const BatchViewData second = BatchViewDataAt(run, 1);
    REQUIRE(second.lanes[0].tokens.size() == 4);
    CHECK_FALSE(second.lanes[0].tokens[1].in_pass);
    CHECK(second.lanes[0].tokens[2].in_pass);
    CHECK(second.lanes[0].tokens[2].origin == TokenOrigin::Generated);
    CHECK(second.lanes[1].work == SlotWork::Idle);
    CHECK(second.lanes[1].request == 1);  // who had it last, and why it ended
    CHECK(second.lanes[1].ended == FinishReason::Length);
    CHECK(second.lanes[1].tokens.empty());

    const BatchViewData before = BatchViewDataAt(run, -1);
    CHECK(before.queue == std::vector<int>{0, 1});
    CHECK(before.lanes[0].request == -1);
}

TEST_CASE("A shared prefix is there once in front of the lanes that use it") {
    Recipe recipe = DrinksState().document.recipe;
    recipe.prompt = "Today I drink tea with";
    recipe.rule = {.kind = RuleKind::Sample, .seed = 2};
    recipe.tokens = 4;
    const auto run = std::make_shared<const BatchRun>(RunBatch(SamplesOf(recipe, 5, 3)));
    const BatchViewData first = BatchViewDataAt(run, 0);
    REQUIRE(first.shared.size() == 1);
    CHECK(first.shared[0].first_lane == 0);
    CHECK(first.shared[0].last_lane == 2);
    CHECK(TextsOf(*run, first.shared[0].tokens) ==
          std::vector<std::string>{"Today", "I", "drink", "tea", "with"});
    CHECK(first.shared[0].tokens[0].in_pass);  // computed in this step, by one of them
    CHECK_FALSE(BatchViewDataAt(run, 1).shared[0].tokens[0].in_pass);
    for (const BatchLane& lane : first.lanes) CHECK(lane.shared == 5);

    Batch apart = run->batch();
    apart.shares_prompts = false;
    CHECK(BatchViewDataAt(std::make_shared<const BatchRun>(RunBatch(apart)), 0).shared.empty());
}

}  // namespace decodescope
