#include "app/views/disaggregation/disaggregation_cache.h"

#include <algorithm>

#include "app/views/disaggregation/disaggregation_view.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("Rows fold in the middle only where there is no room, and the newest and the next show") {
    for (int total = 1; total < 60; ++total) {
        for (int now = 0; now <= total; ++now) {
            for (const int most : {2, 4, 9, 13, 100}) {
                const std::vector<int> shown = ShownPositions(total, now, most);
                const int lines = std::max(most, 5);
                CHECK(std::ssize(shown) == std::min(total, lines));
                CHECK(std::ranges::count(shown, CacheRows::kFold) <= 1);
                const auto has = [&](int position) {
                    return std::ranges::find(shown, position) != shown.end();
                };
                CHECK(has(0));
                if (now > 0) CHECK(has(now - 1));
                if (now < total) CHECK(has(now));
                std::vector<int> positions = shown;
                std::erase(positions, CacheRows::kFold);
                CHECK(std::ranges::is_sorted(positions));
                const bool has_gap = std::ssize(positions) <= positions.back() - positions.front();
                CHECK(has_gap == (std::ssize(positions) < std::ssize(shown)));
            }
        }
    }
}

TEST_CASE("In a small window every row of both caches is in sight at every step") {
    const Area area{{0, 0}, {1240, 600}};  // what 1280 x 720 leaves
    for (AppState state : {AbcState(), DrinksState()}) {
        state.ui.view = View::Disaggregated;
        for (const TransferProtocol protocol :
             {TransferProtocol::FirstToken, TransferProtocol::LastPosition}) {
            state.ui.disaggregation.protocol = protocol;
            const int steps = DisaggregationSteps(*state.recording, protocol);
            for (int step = 0; step < steps; ++step) {
                state.ui.disaggregation.step = step;
                PanelBench bench(
                    state, [&](const Panel& panel) { DrawDisaggregationView(panel, area); },
                    area.size());
                const DisaggregationViewData data =
                    DisaggregationViewDataAt(*state.recording, protocol, step);
                for (const Worker& worker : {data.prefill, data.decode}) {
                    for (const DisaggregationRow& row : worker.rows) {
                        const Hotspot spot = bench.ui.At("disaggregated." + worker.name + ".row." +
                                                         std::to_string(row.position));
                        CHECK(spot.min.y > 0);
                        CHECK(spot.max.y < area.max.y);
                        CHECK(spot.max.y - spot.min.y >= kLeastPitch - 1);
                    }
                }
                CHECK(bench.ui.At("disaggregated.proof").max.y <= area.max.y);
                CHECK(bench.ui.At("disaggregated.links").max.y <= area.max.y);
            }
        }
    }
}

}  // namespace decodescope
