// What the checks of the invariants share: a pass under judgement, and how numbers are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/mistakes/invariants.h"

namespace decodescope {

// A pass under judgement, and what it belongs to.
struct Case {
    const BrokenRun& run;
    int index;  // of the sequence
    const BrokenSequence& sequence;
    const BrokenPass& pass;

    const Config& config() const { return run.config(); }
    const Trace& trace() const { return *pass.sound.trace; }
    int positions() const { return sequence.PositionsAfter(pass.index); }
    Breach At(Breach breach) const {
        breach.pass = pass.index;
        breach.sequence = index;
        return breach;
    }
};

// --- Comparing numbers

// What rounding may do, of numbers as large as this.
inline double Allowed(const Case& at, double size) {
    const bool is_double = at.run.recipe.model->precision() == Precision::Float64;
    return (is_double ? 1e-9 : 1e-4) * std::max(1.0, std::abs(size));
}

// 0 for equal infinities and for two NaNs; infinite where one of the two has a NaN alone.
inline double Difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
    const double difference = std::abs(a - b);
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

// Keeps the largest breach of those that are offered.
class Worst {
public:
    void Offer(const Breach& breach) {
        const double size =
            breach.is_difference ? breach.found : std::abs(breach.found - breach.expected);
        if (worst_ && size <= size_) return;
        worst_ = breach;
        size_ = size;
    }

    // Numbers that should be equal.
    void Compare(const Case& at, double found, double expected, const Breach& place) {
        const double difference = Difference(found, expected);
        if (difference <= Allowed(at, expected)) return;
        Breach breach = place;
        breach.found = difference;
        breach.is_difference = true;
        Offer(breach);
    }

    const std::optional<Breach>& get() const { return worst_; }

private:
    std::optional<Breach> worst_;
    double size_ = 0;
};

using Found = std::optional<Breach>;

// Calls `look(row, layer, head, what it saw)` for every head of every row that is no padding.
template <class Look>
void ForEachHead(const Case& at, const Look& look) {
    for (const BrokenRow& row : at.pass.rows) {
        if (row.is_padding()) continue;
        for (int layer = 0; layer < at.config().layers; ++layer) {
            for (int head = 0; head < at.config().query_heads; ++head) {
                look(row, layer, head,
                     row.heads[static_cast<size_t>(layer)][static_cast<size_t>(head)]);
            }
        }
    }
}

inline const CacheEntry& EntryOf(const Case& at, int entry) {
    return at.pass.cache[static_cast<size_t>(entry)];
}

// --- cache_checks.cpp
Found CheckCacheLength(const Case& at);
Found CheckProcessedOnce(const Case& at);
Found CheckNotCachedBeforeItsPass(const Case& at);
Found CheckCachedRows(const Case& at);

// --- sight_checks.cpp
Found CheckPositions(const Case& at);
Found CheckSeesItsPast(const Case& at);
Found CheckSeesNothingElse(const Case& at);
Found CheckWeightsSum(const Case& at);
Found CheckScores(const Case& at);

// --- result_checks.cpp
Found CheckHidden(const Case& at);
Found CheckLogits(const Case& at);
Found CheckNucleus(const Case& at);
Found CheckRowAlone(const Case& at);

}  // namespace decodescope
