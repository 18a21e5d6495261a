// What the checks of the invariants share: a pass under judgement, and how numbers are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/mistakes/invariants.h"

namespace decodescope {

// A pass under judgement, and what it belongs to.
struct PassUnderTest {
    const BrokenRun& run;
    int index;  // of the sequence
    const BrokenSequence& sequence;
    const BrokenPass& pass;

    const Config& config() const { return run.config(); }
    const Trace& trace() const { return *pass.sound.trace; }
    int positions() const { return sequence.PositionsAfter(pass.index); }
    Violation At(Violation breach) const {
        breach.pass = pass.index;
        breach.sequence = index;
        return breach;
    }
};

// --- Comparing numbers

// What rounding may do, of numbers as large as this.
inline double Allowed(const PassUnderTest& at, double size) {
    return RoundingTolerance(at.run.recipe.model->precision()) * std::max(1.0, std::abs(size));
}

// 0 for equal infinities and for two NaNs; infinite where one of the two has a NaN alone.
inline double Difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
    const double difference = std::abs(a - b);
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

// Keeps the largest breach of those that are offered.
class LargestViolation {
public:
    void Offer(const Violation& breach) {
        const double size =
            breach.is_difference ? breach.found : std::abs(breach.found - breach.expected);
        if (worst_ && size <= size_) return;
        worst_ = breach;
        size_ = size;
    }

    // Numbers that should be equal.
    void Compare(const PassUnderTest& at, double found, double expected, const Violation& place) {
        const double difference = Difference(found, expected);
        if (difference <= Allowed(at, expected)) return;
        Violation breach = place;
        breach.found = difference;
        breach.is_difference = true;
        Offer(breach);
    }

    const std::optional<Violation>& get() const { return worst_; }

private:
    std::optional<Violation> worst_;
    double size_ = 0;
};

using Found = std::optional<Violation>;

// Calls `look(row, layer, head, what it saw)` for every head of every row that is no padding.
template <class Look>
void ForEachHead(const PassUnderTest& at, const Look& look) {
    for (const PlainRow& row : at.pass.rows) {
        if (row.is_padding()) continue;
        for (int layer = 0; layer < at.config().layers; ++layer) {
            for (int head = 0; head < at.config().query_heads; ++head) {
                look(row, layer, head,
                     row.heads[static_cast<size_t>(layer)][static_cast<size_t>(head)]);
            }
        }
    }
}

inline const CacheEntry& EntryOf(const PassUnderTest& at, int entry) {
    return at.pass.cache[static_cast<size_t>(entry)];
}

// --- cache_checks.cpp
Found CheckCacheLength(const PassUnderTest& at);
Found CheckProcessedOnce(const PassUnderTest& at);
Found CheckNotCachedBeforeItsPass(const PassUnderTest& at);
Found CheckCachedRows(const PassUnderTest& at);

// --- sight_checks.cpp
Found CheckPositions(const PassUnderTest& at);
Found CheckSeesItsPast(const PassUnderTest& at);
Found CheckSeesNothingElse(const PassUnderTest& at);
Found CheckWeightsSum(const PassUnderTest& at);
Found CheckScores(const PassUnderTest& at);

// --- result_checks.cpp
Found CheckHidden(const PassUnderTest& at);
Found CheckLogits(const PassUnderTest& at);
Found CheckNucleus(const PassUnderTest& at);
Found CheckRowAlone(const PassUnderTest& at);

}  // namespace decodescope
