#include "app/scene/heat.h"

#include <cmath>
#include <limits>

#include "app/scene/build.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {

TEST_CASE("A map holds the recording's own numbers, the future of each row masked") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    HeatMap map{
        .first = {TensorId::AttentionWeights, 1, 2, 0, 0}, .rows = 8, .columns = 8, .shares = {}};
    FillMap(recording, map, 8, 8);
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            const float share = map.shares[static_cast<size_t>(8 * row + column)];
            if (column > row)
                CHECK(share == kMaskedShare);
            else
                CHECK(share == static_cast<float>(
                                   recording.At({TensorId::AttentionWeights, 1, 2, row, column})));
        }
    }
}

TEST_CASE("A map filled in groups is the filled map grouped") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    for (const Cell first :
         {Cell{TensorId::AttentionWeights, 0, 1, 0, 0}, Cell{TensorId::ResidualIn, 0, 0, 0, 0}}) {
        HeatMap whole{.first = first, .rows = 8, .columns = 8, .shares = {}};
        HeatMap grouped = whole;
        FillMap(recording, whole, 8, 8);
        for (const int most : {1, 3, 5, 7, 8}) {
            FillMap(recording, grouped, most, 3);
            CHECK(grouped.shares == Reduced(whole, most, 3).shares);
        }
    }
}

TEST_CASE("Every entry of a map is in exactly one group, whatever the sizes") {
    for (int columns = 1; columns <= 40; ++columns) {
        for (int groups = 1; groups <= columns; ++groups) {
            for (int large = 0; large < columns; large += 3) {
                HeatMap map{.rows = 1,
                            .columns = columns,
                            .shares = {},
                            .share_rows = 1,
                            .share_columns = columns};
                map.shares.assign(static_cast<size_t>(columns), 0.1f);
                map.shares[static_cast<size_t>(large)] = -0.9f;
                const HeatMap reduced = Reduced(map, 1, groups);
                CHECK(std::ranges::count(reduced.shares, -0.9f) == 1);
                CHECK(reduced.shares[static_cast<size_t>(large * groups / columns)] == -0.9f);
            }
        }
    }
}

TEST_CASE("A reduced map keeps the largest entry of each group") {
    HeatMap map{.rows = 4, .columns = 4, .shares = {}, .share_rows = 4, .share_columns = 4};
    map.shares.assign(16, 0.1f);
    map.shares[5] = -0.9f;
    map.shares[15] = kMaskedShare;
    const HeatMap reduced = Reduced(map, 2, 2);
    CHECK(reduced.share_rows == 2);
    CHECK(reduced.shares == std::vector<float>{-0.9f, 0.1f, 0.1f, 0.1f});
    map.shares[0] = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(Reduced(map, 2, 2).shares[0]));
    CHECK(Reduced(map, 9, 9).shares.size() == 16);
}

}  // namespace decodescope
