#include "core/mistakes/cache_checks.h"

namespace decodescope {
namespace {

std::string TokenText(const PassUnderTest& at, TokenId id) {
    return DisplayText(at.run.recipe.model->tokenizer, id);
}

}  // namespace

Found CheckCacheLength(const PassUnderTest& at) {
    const auto rows =
        std::ranges::count_if(at.pass.cache, [](const CacheEntry& e) { return !e.is_padding(); });
    if (rows == at.positions()) return std::nullopt;
    return Violation{.found = static_cast<double>(rows),
                     .expected = static_cast<double>(at.positions())};
}

Found CheckProcessedOnce(const PassUnderTest& at) {
    std::vector<int> times(static_cast<size_t>(at.positions()));
    for (const CacheEntry& entry : at.pass.cache) {
        if (entry.is_reused) ++times[static_cast<size_t>(entry.place)];
    }
    for (const BrokenPass& pass : at.sequence.passes) {
        if (pass.index > at.pass.index) break;
        for (const PlainRow& row : pass.rows) {
            if (!row.is_padding()) ++times[static_cast<size_t>(row.place)];
        }
    }
    LargestViolation largest;
    const int first = at.pass.index == 0 ? 0 : at.positions() - 1;
    for (int place = first; place < at.positions(); ++place) {
        const int found = times[static_cast<size_t>(place)];
        if (found != 1)
            largest.Offer({.place = place, .found = static_cast<double>(found), .expected = 1});
    }
    return largest.get();
}

Found CheckNotCachedBeforeItsPass(const PassUnderTest& at) {
    const auto ahead = std::ranges::count_if(
        at.pass.cache, [&at](const CacheEntry& entry) { return entry.place >= at.positions(); });
    if (ahead == 0) return std::nullopt;
    return Violation{.place = at.positions(), .found = static_cast<double>(ahead)};
}

Found CheckCachedRows(const PassUnderTest& at) {
    LargestViolation largest;
    const TensorId key = CachedKSource(at.config());
    for (const CacheEntry& entry : at.pass.cache) {
        if (entry.is_padding() || entry.place >= at.positions()) continue;
        const TokenId expected = at.sequence.ids[static_cast<size_t>(entry.place)];
        Violation place{.place = entry.place};
        if (entry.token != expected) {
            place.detail =
                TokenText(at, entry.token) + " where " + TokenText(at, expected) + " should be";
        }
        for (int layer = 0; layer < at.config().layers; ++layer) {
            place.layer = layer;
            const Numbers k = at.trace().Row(key, layer, entry.place);
            const Numbers v = at.trace().Row(TensorId::V, layer, entry.place);
            for (int i = 0; i < k.size(); ++i) {
                const auto l = static_cast<size_t>(layer), column = static_cast<size_t>(i);
                largest.Compare(at, entry.k[l][column], k[i], place);
                largest.Compare(at, entry.v[l][column], v[i], place);
            }
        }
    }
    return largest.get();
}

}  // namespace decodescope
