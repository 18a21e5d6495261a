#include "app/views/recipe/recipe_parameters.h"

#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/state/parameter_tables.h"
#include "core/model/parameters.h"
#include "tests/app/views/recipe/recipe_bench.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Every number of every parameter can be edited, in a toy and in a larger model") {
    Config two_layers = SmallWithEverything();
    two_layers.layers = 2;
    two_layers.positions = Positions::Learned;
    two_layers.context_length = 16;
    for (const Config& config : {SmallWithEverything(), two_layers}) {
        LiveBench live = RecipeOf(StateOf(config));
        for (const ParameterTable& table : TablesOf(live.model())) {
            Execute(live.state(), ChooseParameters{table});
            live.ui().Settle();
            const Cell cell{table.tensor, table.layer, 0, 0, 0};
            INFO(NameOf(cell));
            REQUIRE(live.ui().Has("cell." + NameOf(cell)));
            const double before = ParameterAt(live.model(), cell);
            const int steps = live.state().history.undo_count();
            live.ui().DragRight("cell." + NameOf(cell), 8);
            live.ui().Settle();
            CHECK(ParameterAt(live.model(), cell) != before);
            CHECK(live.state().history.undo_count() == steps + 1);
        }
    }
}

TEST_CASE("Of a large table only what is in sight is drawn, and it scrolls to the last number") {
    Config config = SmallWithEverything();
    config.vocabulary_size = 32000;
    config.d_model = 64;
    LiveBench live = RecipeOf(StateOf(config, Precision::Float32));
    CHECK(live.ui().Has("cell.embedding.0.0.0.0"));
    CHECK_FALSE(live.ui().Has("cell.embedding.0.0.31999.63"));
    CHECK(live.ui().hotspots().all().size() < 200);
    live.ui().MoveTo("recipe.parameters");
    live.ui().Scroll(-1e6f);
    live.ui().Settle();
    CHECK(live.ui().Has("cell.embedding.0.0.31999.0"));
    CHECK_FALSE(live.ui().Has("cell.embedding.0.0.0.0"));
}

TEST_CASE("A list of tables names them by layer, and leaves out what the model lacks") {
    const AppState abc = AbcState();
    for (const ParameterTable& table : TablesOf(*abc.document.recipe.model)) {
        CHECK(NameOf(*abc.document.recipe.model, table).find("layer") == std::string::npos);
        CHECK(ShapeOf(*abc.document.recipe.model, table.tensor, 0).rows > 0);
    }
    const AppState drinks = DrinksState();
    const Model& model = *drinks.document.recipe.model;
    const std::vector<ParameterTable> tables = TablesOf(model);
    CHECK(NameOf(model, tables.front()) == "token embedding");
    long numbers = 0;
    for (const ParameterTable& table : tables) {
        const ParameterShape shape = ShapeOf(model, table.tensor, table.layer);
        numbers += long{shape.rows} * shape.columns;
    }
    long all = 0;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (!info.is_parameter ||
            (info.tensor == TensorId::OutputWeight && model.config.tied_output))
            continue;
        for (int layer = 0; layer < (info.per_layer ? model.config.layers : 1); ++layer) {
            const ParameterShape shape = ShapeOf(model, info.tensor, layer);
            all += long{shape.rows} * shape.columns;
        }
    }
    CHECK(numbers == all);
}

}  // namespace decodescope
