#include "app/views/cost/cost_log.h"

#include <nlohmann/json.hpp>

#include "core/cost/counted_table.h"
#include "core/cost/modelled_table.h"

namespace decodescope {

nlohmann::ordered_json CostJson(const AppState& state, const Derived& derived, const ViewWorker*) {
    using Json = nlohmann::ordered_json;
    const Recording& recording = *state.recording;
    const CountedRun run = CountRun(recording, derived.checks);
    const CostTable table = BuildCostTable(
        recording.config(),
        {{"through", "", CountPasses(recording, PassesThrough(recording, state.ui.playhead))},
         {"run", "", run.with_cache},
         {"recomputed", "", run.without_cache}});
    Json counted{{"formulas_agree", run.formulas_agree}, {"recomputed", run.is_recomputed}};
    for (const CostRow& row : table.rows) counted[std::string(row.label)] = row.numbers;
    const Scenario scenario = ScenarioOf(state.ui.cost, *state.document.recipe.model);
    const StepTime step = DecodeStepTime(scenario);
    const auto or_null = [](const std::optional<std::int64_t>& at) {
        return at ? Json(*at) : Json(nullptr);
    };
    Json modelled{{"shape", ShapeTitle(state.ui.cost.shape, *state.document.recipe.model)},
                  {"hardware", HardwareTitle(state.ui.cost.hardware)},
                  {"batch", scenario.batch},
                  {"context", scenario.context},
                  {"arithmetic_seconds", step.arithmetic()},
                  {"bottleneck", NameOf(step.bottleneck())},
                  {"batch_where_arithmetic_binds", or_null(BatchWhereComputeBound(scenario))},
                  {"fits_memory", FitsMemory(scenario)},
                  {"beyond_context", scenario.is_beyond_context()}};
    for (const ModelledRow& row : DecodeRows(scenario)) modelled[std::string(row.key)] = row.number;
    for (const ModelledRow& row : MemoryRowsOf(scenario)) {
        modelled[std::string(row.key)] = row.number;
    }
    return {{"counted", counted}, {"modelled", modelled}};
}

}  // namespace decodescope
