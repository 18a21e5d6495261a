#include "app/views/plane/plane_panel.h"

#include <algorithm>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "app/apply/view_state_commands.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTab{{0, 0}, {360, 360}};

void DrawPlane(const Panel& panel) { DrawPlanePanel(panel, kTab); }

}  // namespace

TEST_CASE("Each arrow of the plane has a tip to drag") {
    PanelBench bench(AbcState({0, 8}), DrawPlane);
    for (const char* name : {"plane.embedding.0", "plane.embedding.1", "plane.embedding.2"}) {
        CHECK(bench.ui.Has(name));
    }
}

TEST_CASE("Dragging an arrow's tip to the right makes its first number larger and is one edit") {
    PanelBench bench(AbcState({0, 8}), DrawPlane);
    bench.ui.DragRight("plane.embedding.2", 15);
    const auto* edit = FirstOf<SetEmbedding>(bench.commands);
    REQUIRE(edit != nullptr);
    CHECK(edit->token == 2);
    REQUIRE(edit->values.size() == 2);
    CHECK(edit->values[0] > -1.0);
    const auto* hold = FirstOf<SetViewState<PlaneViewState>>(bench.commands);
    REQUIRE(hold != nullptr);
    CHECK(hold->view.held_range == 1.0);
    CHECK(hold->view.token == 2);
    CHECK(bench.commands.back().Is<EndEdit>());
}

TEST_CASE("An embedding that was dragged is undone in one step") {
    AppState state = AbcState({0, 8});
    const Recipe before = state.document.recipe;
    for (const double x : {0.9, 0.8, 0.7}) Execute(state, SetEmbedding{0, {x, 0.1}});
    Execute(state, EndEdit{});
    CHECK(EmbeddingOf(*state.document.recipe.model, 0) == std::vector<double>{0.7, 0.1});
    Execute(state, Undo{});
    CHECK(state.document.recipe == before);
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("An embedding of another size or of no token changes nothing") {
    AppState state = AbcState();
    Execute(state, SetEmbedding{0, {1, 2, 3}});
    Execute(state, SetEmbedding{3, {1, 2}});
    Execute(state, SetEmbedding{-1, {1, 2}});
    CHECK(state.history.undo_count() == 0);
}

TEST_CASE("The keys choose an arrow and move it, each press one step to undo") {
    AppState state = AbcState();
    Execute(state, NudgeEmbedding{1, 0});
    CHECK(state.history.undo_count() == 0);  // none is chosen
    Execute(state, ChooseArrow{1});
    CHECK(state.ui.plane.token == 0);
    Execute(state, ChooseArrow{-1});
    CHECK(state.ui.plane.token == 2);
    Execute(state, NudgeEmbedding{1, 0});
    Execute(state, NudgeEmbedding{0, -1});
    const std::vector<double> moved = EmbeddingOf(*state.document.recipe.model, 2);
    CHECK(moved[0] == Approx(-0.95));
    CHECK(moved[1] == Approx(-1.05));
    CHECK(state.history.undo_count() == 2);
}

TEST_CASE("The wheel zooms the plane and a double click would show all of it again") {
    PanelBench bench(AbcState({0, 8}), DrawPlane);
    bench.ui.MoveTo("plane.picture");
    bench.ui.Scroll(1);
    const auto* look = FirstOf<SetViewState<PlaneViewState>>(bench.commands);
    REQUIRE(look != nullptr);
    CHECK(look->view.zoom > 1);
}

TEST_CASE("A larger model has two axes to choose and keeps them apart and in range") {
    PanelBench bench(DrinksState({0, 28}), DrawPlane);
    CHECK(bench.ui.Has("plane.axis_x"));
    CHECK(bench.ui.Has("plane.axis_y"));
    AppState state = DrinksState();
    Execute(state, SetViewState<PlaneViewState>{{.axis_x = 99, .axis_y = 15}});
    CHECK(state.ui.plane.axis_x == 15);
    CHECK(state.ui.plane.axis_y != 15);
    PanelBench small(AbcState(), DrawPlane);
    CHECK_FALSE(small.ui.Has("plane.axis_x"));
}

TEST_CASE("Every model has a plane at every moment and in every size of its tab") {
    for (const AppState& state :
         {AbcState(), AbcState({2, 5}), DrinksState({0, 3}), DrinksState({1, 28})}) {
        for (const ImVec2 size :
             {ImVec2{1, 1}, ImVec2{60, 40}, ImVec2{320, 180}, ImVec2{900, 200}}) {
            PanelBench bench(state, [size](const Panel& panel) {
                DrawPlanePanel(panel, {{0, 0}, size});
            });
            CHECK(bench.commands.empty());
        }
    }
}

}  // namespace decodescope
