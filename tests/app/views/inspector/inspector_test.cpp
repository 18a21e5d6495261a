#include "app/views/inspector/inspector.h"

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "tests/support/catch.h"
#include "tests/support/live_bench.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};

}  // namespace

TEST_CASE("The inspector repeats the cells that a number was made from, and a click follows one") {
    const Cell h{TensorId::HeadOutput, 0, 0, 3, 0};
    PanelBench bench(AbcState({2, 8}), [](const Panel& panel) { DrawInspector(panel, kTall); });
    bench.derived = DerivedOf(bench.state, h);
    bench.ui.Settle();
    CHECK(bench.ui.Has("inspector.weights.0.0.3.0"));
    CHECK(bench.ui.Has("inspector.cached_v.0.0.3.0"));
    bench.ui.Click("inspector.weights.0.0.3.1");
    CHECK(bench.OnlyCommand<Pin>().cell == Cell{TensorId::AttentionWeights, 0, 0, 3, 1});
}

TEST_CASE("Every number of a recording can be inspected") {
    const AppState abc = AbcState({3, 8}), drinks = DrinksState({1, 28});
    for (const AppState* state : {&abc, &drinks}) {
        PanelBench bench(*state, [](const Panel& panel) { DrawInspector(panel, kTall); });
        const Recording& recording = *state->recording;
        for (int value = 0; value < kTensorCount; ++value) {
            for (int row = 0; row < 3; ++row) {
                const Cell cell{static_cast<TensorId>(value), 0, 0, row, 0};
                if (!recording.Has(cell)) continue;
                bench.derived = DerivedOf(*state, cell);
                bench.ui.Frame();
            }
        }
    }
}

TEST_CASE("The inspector says what a number was before the edit") {
    AppState state = AbcState({0, 8});
    Execute(state, Pin{Cell{TensorId::ResidualIn, 0, 0, 0, 0}});
    LiveBench live(std::move(state), [](const Panel& panel) { DrawInspector(panel, kTall); });
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("inspector.before"));
    Execute(live.state(), SetParameter{{TensorId::TokenEmbedding, 0, 0, 0, 0}, 0.5});
    live.ui().Settle();
    CHECK(live.ui().Has("inspector.before"));
}

}  // namespace decodescope
