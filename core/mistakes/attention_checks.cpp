#include "core/mistakes/attention_checks.h"

namespace decodescope {
namespace {

double Sum(const Row& row) {
    double sum = 0;
    for (const double number : row) sum += number;
    return sum;
}

double Sum(const Numbers& numbers) {
    double sum = 0;
    for (int i = 0; i < numbers.size(); ++i) sum += numbers[i];
    return sum;
}

}  // namespace

Found CheckPositions(const PassUnderTest& at) {
    LargestViolation largest;
    for (const PlainRow& row : at.pass.rows) {
        if (row.is_padding() || row.position == row.place) continue;
        largest.Offer({.place = row.place,
                       .found = static_cast<double>(row.position),
                       .expected = static_cast<double>(row.place)});
    }
    return largest.get();
}

Found CheckSeesItsPast(const PassUnderTest& at) {
    LargestViolation largest;
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& attention) {
        std::vector<int> times(static_cast<size_t>(row.place) + 1);
        int found = 0;
        for (const int entry : attention.seen) {
            const int place = EntryOf(at, entry).place;
            if (place < 0 || place > row.place) continue;
            ++times[static_cast<size_t>(place)];
            ++found;
        }
        if (std::ranges::all_of(times, [](int count) { return count == 1; })) return;
        Violation violation{.layer = layer,
                            .head = head,
                            .place = row.place,
                            .found = static_cast<double>(found),
                            .expected = row.place + 1.0};
        if (times.back() == 0) violation.detail = "its own position is missing";
        const auto twice = std::ranges::find_if(times, [](int count) { return count > 1; });
        if (twice != times.end()) {
            violation.detail =
                "position " + std::to_string(twice - times.begin()) + " more than once";
        }
        largest.Offer(violation);
    });
    return largest.get();
}

Found CheckSeesNothingElse(const PassUnderTest& at) {
    LargestViolation largest;
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& attention) {
        double weight = 0;
        bool sees_padding = false, sees_future = false;
        for (size_t i = 0; i < attention.seen.size(); ++i) {
            const CacheEntry& entry = EntryOf(at, attention.seen[i]);
            if (!entry.is_padding() && entry.place <= row.place) continue;
            weight += attention.weights[i];
            (entry.is_padding() ? sees_padding : sees_future) = true;
        }
        if (!sees_padding && !sees_future) return;
        largest.Offer({.layer = layer,
                       .head = head,
                       .place = row.place,
                       .found = weight,
                       .detail = sees_padding ? "on padding" : "on a later position"});
    });
    return largest.get();
}

// Scores that are all −∞, or contain a NaN, do not give weights that sum to 1 in the engine either.
Found CheckWeightsSum(const PassUnderTest& at) {
    LargestViolation largest;
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& attention) {
        const double found = Sum(attention.weights);
        if (AbsoluteDifference(found, 1.0) <= Allowed(at, 1.0)) return;
        const double correct =
            Sum(at.trace().Row(TensorId::AttentionWeights, layer, row.place, head));
        if (AbsoluteDifference(found, correct) <= Allowed(at, 1.0)) return;
        largest.Offer(
            {.layer = layer, .head = head, .place = row.place, .found = found, .expected = 1});
    });
    return largest.get();
}

Found CheckScores(const PassUnderTest& at) {
    LargestViolation largest;
    const auto head_dim = static_cast<size_t>(at.config().head_dim);
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& attention) {
        const size_t first = static_cast<size_t>(at.config().KvHeadOf(head)) * head_dim;
        for (size_t i = 0; i < attention.seen.size(); ++i) {
            const Row& k = EntryOf(at, attention.seen[i]).k[static_cast<size_t>(layer)];
            double product = 0;
            for (size_t d = 0; d < head_dim; ++d) product += attention.query[d] * k[first + d];
            largest.Compare(at, attention.scores[i], product * at.config().attention_scale,
                            {.layer = layer, .head = head, .place = row.place});
        }
    });
    return largest.get();
}

}  // namespace decodescope
