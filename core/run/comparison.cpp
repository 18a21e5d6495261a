#include "core/run/comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace decodescope {
namespace {

int PositionsOf(const Recording& recording) {
    return recording.pass_count() == 0 ? 0 : recording.passes().back()->cache_length_after;
}

}  // namespace

double AbsoluteDifference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
    const double difference = std::abs(a - b);
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

void Comparison::CompareRow(TensorAt at, int position) {
    for (int head = 0; head < HeadCount(one_.config(), at.tensor); ++head) {
        const Cell first{.tensor = at.tensor, .layer = at.layer, .head = head, .row = position};
        if (!one_.Has(first) || !other_.Has(first)) return;
        const Numbers a = one_.Row(at.tensor, at.layer, head, position);
        const Numbers b = other_.Row(at.tensor, at.layer, head, position);
        assert(a.size() == b.size());
        compared_ += a.size();
        for (int column = 0; column < a.size(); ++column) {
            const double difference = AbsoluteDifference(a[column], b[column]);
            if (difference <= largest_) continue;
            largest_ = difference;
            place_ = Cell{at.tensor, at.layer, head, position, column};
        }
    }
}

void Comparison::CompareEverything() {
    const int positions = std::min(PositionsOf(one_), PositionsOf(other_));
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (info.is_parameter) continue;
        for (int layer = 0; layer < (info.per_layer ? one_.config().layers : 1); ++layer) {
            for (int position = 0; position < positions; ++position) {
                CompareRow({info.tensor, layer}, position);
            }
        }
    }
}

}  // namespace decodescope
