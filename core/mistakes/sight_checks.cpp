// Who sees what, and how much of it.
#include "core/mistakes/judge.h"

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
    LargestViolation worst;
    for (const PlainRow& row : at.pass.rows) {
        if (row.is_padding() || row.position == row.place) continue;
        worst.Offer({.place = row.place,
                     .found = static_cast<double>(row.position),
                     .expected = static_cast<double>(row.place)});
    }
    return worst.get();
}

Found CheckSeesItsPast(const PassUnderTest& at) {
    LargestViolation worst;
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& look) {
        std::vector<int> times(static_cast<size_t>(row.place) + 1);
        int found = 0;
        for (const int entry : look.seen) {
            const int place = EntryOf(at, entry).place;
            if (place < 0 || place > row.place) continue;
            ++times[static_cast<size_t>(place)];
            ++found;
        }
        if (std::ranges::all_of(times, [](int count) { return count == 1; })) return;
        Violation breach{.layer = layer,
                         .head = head,
                         .place = row.place,
                         .found = static_cast<double>(found),
                         .expected = row.place + 1.0};
        if (times.back() == 0) breach.detail = "its own position is missing";
        const auto twice = std::ranges::find_if(times, [](int count) { return count > 1; });
        if (twice != times.end()) {
            breach.detail = "position " + std::to_string(twice - times.begin()) + " more than once";
        }
        worst.Offer(breach);
    });
    return worst.get();
}

Found CheckSeesNothingElse(const PassUnderTest& at) {
    LargestViolation worst;
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& look) {
        double weight = 0;
        bool sees_padding = false, sees_future = false;
        for (size_t i = 0; i < look.seen.size(); ++i) {
            const CacheEntry& entry = EntryOf(at, look.seen[i]);
            if (!entry.is_padding() && entry.place <= row.place) continue;
            weight += look.weights[i];
            (entry.is_padding() ? sees_padding : sees_future) = true;
        }
        if (!sees_padding && !sees_future) return;
        worst.Offer({.layer = layer,
                     .head = head,
                     .place = row.place,
                     .found = weight,
                     .detail = sees_padding ? "on padding" : "on a later position"});
    });
    return worst.get();
}

// Scores of nothing but −∞, or with a NaN, share out nothing in the sound engine either.
Found CheckWeightsSum(const PassUnderTest& at) {
    LargestViolation worst;
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& look) {
        const double found = Sum(look.weights);
        if (Difference(found, 1.0) <= Allowed(at, 1.0)) return;
        const double sound =
            Sum(at.trace().Row(TensorId::AttentionWeights, layer, row.place, head));
        if (Difference(found, sound) <= Allowed(at, 1.0)) return;
        worst.Offer(
            {.layer = layer, .head = head, .place = row.place, .found = found, .expected = 1});
    });
    return worst.get();
}

Found CheckScores(const PassUnderTest& at) {
    LargestViolation worst;
    const auto head_dim = static_cast<size_t>(at.config().head_dim);
    ForEachHead(at, [&](const PlainRow& row, int layer, int head, const HeadAttention& look) {
        const size_t first = static_cast<size_t>(at.config().KvHeadOf(head)) * head_dim;
        for (size_t i = 0; i < look.seen.size(); ++i) {
            const Row& k = EntryOf(at, look.seen[i]).k[static_cast<size_t>(layer)];
            double product = 0;
            for (size_t d = 0; d < head_dim; ++d) product += look.query[d] * k[first + d];
            worst.Compare(at, look.scores[i], product * at.config().attention_scale,
                          {.layer = layer, .head = head, .place = row.place});
        }
    });
    return worst.get();
}

}  // namespace decodescope
