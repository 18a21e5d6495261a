#include "app/work/work_curve.h"

namespace decodescope {

std::vector<GrowthPoint> GrowthOf(const std::vector<PassCheck>& checks) {
    std::vector<GrowthPoint> points;
    GrowthPoint sum;
    for (const PassCheck& check : checks) {
        ++sum.passes;
        sum.cached += check.cached_positions;
        sum.recomputed += check.recomputed_positions;
        points.push_back(sum);
    }
    return points;
}

std::vector<int> AxisLines(int largest, int most) {
    if (largest < 1 || most < 2) return {};
    int step = 1;
    for (int turn = 0; largest / step > most; ++turn)
        step = turn % 3 == 1 ? step / 2 * 5 : step * 2;
    std::vector<int> lines;
    for (int at = step; at <= largest; at += step) lines.push_back(at);
    return lines;
}

}  // namespace decodescope
