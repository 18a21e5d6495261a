#include "app/panel/inline_edit.h"

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/screen_commands.h"
#include "app/views/inspector/inspector.h"
#include "app/views/pass/pass_panel.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/live_bench.h"

namespace decodescope {
namespace {

LiveBench PassOf(AppState state) {
    return LiveBench(std::move(state),
                     [](const Panel& panel) {
                         DrawPassPanel(panel, {{0, 0}, {1000, 720}});
                         DrawInspector(panel, {{1000, 0}, {1360, 700}});
                         DrawInlineEdit(panel);
                     },
                     {1400, 800});
}

}  // namespace

TEST_CASE(
    "A double click on x edits the embedding that it is, Enter keeps it and Escape does not") {
    LiveBench live = PassOf(AbcState({0, 8}));
    const Cell embedding{TensorId::TokenEmbedding, 0, 0, 0, 0};
    live.ui().DoubleClick("cell.x.0.0.0.0");
    live.ui().Settle();
    REQUIRE(live.ui().Has("edit.inline"));
    live.ui().Type("0,5");
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), embedding) == 0.5);
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("edit.inline"));
    CHECK(live.state().history.undo_count() == 1);

    live.ui().DoubleClick("cell.x.0.0.0.0");
    live.ui().Settle();
    live.ui().Type("7");
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), embedding) == 7);
    live.ui().PressKey(ImGuiKey_Escape);
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), embedding) == 0.5);
    CHECK(live.state().history.size() == 1);
}

TEST_CASE(
    "A computed number is not edited, and a double click beside the numbers still fits the pass") {
    LiveBench live = PassOf(AbcState({0, 8}));
    live.ui().DoubleClick("cell.q.0.0.0.0");
    live.ui().Settle();
    CHECK_FALSE(live.ui().Has("edit.inline"));
    CHECK_FALSE(live.state().ui.camera.fits);
}

TEST_CASE("A parameter among the terms of the inspector is edited in place") {
    AppState state = AbcState({0, 8});
    Execute(state, Pin{Cell{TensorId::Q, 0, 0, 1, 1}});
    LiveBench live = PassOf(std::move(state));
    live.ui().Settle();
    live.ui().Click("inspector.query_weight.0.0.1.0");
    live.ui().Settle();
    REQUIRE(live.ui().Has("edit.inline"));
    live.ui().Type("2");
    live.ui().PressEnter();
    live.ui().Settle();
    CHECK(ParameterAt(live.model(), {TensorId::QueryWeight, 0, 0, 1, 0}) == 2);
    CHECK(live.ui().Has("inspector.before") ==
          (live.state().recording->At({TensorId::Q, 0, 0, 1, 1}) != 1));
}

}  // namespace decodescope
