#include "app/views/cost/counted_table.h"

#include <algorithm>

#include "app/apply/apply.h"
#include "app/apply/model_commands.h"
#include "core/cost/cost.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

const CostRow& RowNamed(const CostTable& table, std::string_view name) {
    return *std::ranges::find(table.rows, name, &CostRow::name);
}

}  // namespace

TEST_CASE("The cost table of ABC is what is counted by hand in the whole run and up to a pass") {
    const AppState state =
        AbcState({1, 4});  // A B and 4 tokens; tests/core/cost_test.cpp derives the sums
    const CostTable table = BuildCostTable(*state.recording, CheckAll(*state.recording), {1, 4});
    CHECK(table.is_recomputed);
    CHECK(table.formulas_agree);
    CHECK(table.passes_here == 2);
    const CostRow& products = RowNamed(table, "multiply-adds");
    CHECK(products.here == 36);
    CHECK(products.run == 84);
    CHECK(products.recomputed == 160);
    CHECK(RowNamed(table, "positions computed").run == 5);
    CHECK(RowNamed(table, "positions computed").recomputed == 14);
    CHECK(RowNamed(table, "K and V read").run == RowNamed(table, "K and V read").recomputed);
}

TEST_CASE("Before anything is recomputed the formulas give the same numbers") {
    for (const SceneCase& row : SceneCases()) {
        INFO(row.name);
        const Playhead playhead = kStart;
        const CostTable counted = BuildCostTable(row.recording, CheckAll(row.recording), playhead);
        const CostTable formula = BuildCostTable(row.recording, {}, playhead);
        CHECK(counted.formulas_agree);
        CHECK_FALSE(formula.is_recomputed);
        REQUIRE(counted.rows.size() == formula.rows.size());
        for (size_t i = 0; i < counted.rows.size(); ++i) {
            CHECK(counted.rows[i].recomputed == formula.rows[i].recomputed);
            CHECK(counted.rows[i].here == 0);
        }
    }
}

}  // namespace decodescope
