#include "app/views/batch/batch_view.h"

#include <nlohmann/json.hpp>

#include "app/apply/apply.h"
#include "app/apply/batch_commands.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/ui_log.h"
#include "app/views/batch/batch_worker.h"
#include "tests/app/views/batch/batch_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("The UI log has the slots of the batch while it is shown") {
    AppState state = InBatchView(AbcState());
    BatchWorker worker([] {});
    worker.Update(state);
    HeadlessUi ui([](Hotspots&) {});
    const auto json = nlohmann::json::parse(DescribeFrame(state, {}, &worker, {}));
    CHECK(json["view"] == "batch");
    CHECK(json["batch"]["step"] == 0);
    CHECK(json["batch"]["slots"].size() == 3);
    CHECK(json["batch"]["slots"][0]["state"] == "prefill");
    CHECK(json["batch"]["slots"][0]["tokens"].size() == 3);
    CHECK(json["batch"]["requests"][3]["state"] == "to come");
    CHECK(json["batch"]["largest_difference"] == 0.0);
    Execute(state, ChooseView{View::Pass});
    worker.Update(state);
    CHECK_FALSE(nlohmann::json::parse(DescribeFrame(state, {}, &worker, {})).contains("batch"));
}

TEST_CASE("The batch view draws at every size whatever the batch is") {
    std::string prompt = "A";
    for (int i = 0; i < 200; ++i) prompt += " B C";
    const std::vector<std::vector<BatchRequest>> batches{
        {{"A", 1, 0}},
        std::vector<BatchRequest>(64, {"A B", 2, 0}),
        {{prompt, 3, 0}, {"C", 40, 0}},
        {{"", 2, 0}},
        {{"Q", 2, 0}, {"A", 2, 9}},
    };
    for (const std::vector<BatchRequest>& rows : batches) {
        for (const ImVec2 size : {ImVec2{1024, 584}, ImVec2{1360, 784}, ImVec2{700, 400}}) {
            BatchBench bench(AbcState(), size);
            Execute(bench.state(), SetViewState{ViewWith(bench.state(), [&](BatchViewState& view) {
                        view.requests = rows;
                        view.slots = static_cast<int>(rows.size());
                    })});
            for (const int step : {-1, 0, 1, 1000}) {
                Execute(bench.state(), GoToBatchStep{step});
                bench.ApplyCommands();
                INFO(rows.size() << " rows at " << size.x << " step " << step);
                CHECK(bench.ui().Has("batch.weights"));
                for (const Hotspot& spot : bench.ui().hotspots().all()) {
                    INFO(spot.name);
                    CHECK(spot.min.x >= 0);
                    CHECK(spot.max.x <= size.x);
                }
            }
        }
    }
}

TEST_CASE("Chips of a lane stay inside it however long its response is") {
    BatchBench bench(DrinksState(), {1024, 584});
    for (int step = 0; step < bench.run().step_count(); ++step) {
        Execute(bench.state(), GoToBatchStep{step});
        bench.ApplyCommands();
        for (const Hotspot& spot : bench.ui().hotspots().all()) {
            const std::string chip = "batch.chip.";
            if (!spot.name.starts_with(chip)) continue;
            const Hotspot lane = bench.ui().At("batch.lane." + spot.name.substr(chip.size(), 1));
            INFO(spot.name << " at step " << step);
            CHECK(spot.min.x >= lane.min.x);
            CHECK(spot.max.x <= lane.max.x);
            CHECK(spot.min.y >= lane.min.y);
            CHECK(spot.max.y <= lane.max.y);
        }
    }
}

}  // namespace decodescope
