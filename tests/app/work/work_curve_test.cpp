#include "app/work/work_curve.h"

#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {

TEST_CASE("The counted curves are those of the design's formulas") {
    for (const SceneCase& row : SceneCases()) {
        INFO(row.name);
        const int prompt = row.recording.prompt_length();
        const std::vector<GrowthPoint> points = GrowthOf(CheckAll(row.recording));
        REQUIRE(points.size() == static_cast<size_t>(row.recording.pass_count()));
        for (const GrowthPoint& point : points) {
            const int g = point.passes;
            CHECK(point.cached == prompt + g - 1);
            CHECK(point.recomputed == g * prompt + g * (g - 1) / 2);
        }
    }
}

TEST_CASE("The grid lines of an axis are round and few, and do not exceed it") {
    for (int largest = 3; largest < 3000; ++largest) {
        const std::vector<int> lines = AxisLines(largest, 4);
        REQUIRE_FALSE(lines.empty());
        CHECK(lines.size() <= 4);
        CHECK(lines.back() <= largest);
        int step = lines.front();
        while (step % 10 == 0) step /= 10;
        CHECK((step == 1 || step == 2 || step == 5));
    }
}

}  // namespace decodescope
