// What the checks of the invariants share: the pass under test, and how its numbers are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/mistakes/invariants.h"
#include "core/run/comparison.h"

namespace decodescope {

// A pass and what it belongs to.
struct PassUnderTest {
    const BrokenRun& run;
    int index;  // of the sequence
    const BrokenSequence& sequence;
    const BrokenPass& pass;

    const Config& config() const { return run.config(); }
    const Trace& trace() const { return *pass.correct.trace; }
    int positions() const { return sequence.PositionsAfter(pass.index); }
    Violation At(Violation violation) const {
        violation.pass = pass.index;
        violation.sequence = index;
        return violation;
    }
};

// --- Comparing numbers

// How far rounding may take numbers of this size apart.
inline double Allowed(const PassUnderTest& at, double size) {
    return RoundingTolerance(at.run.recipe.model->precision()) * std::max(1.0, std::abs(size));
}

// Keeps the largest of the violations that are offered.
class LargestViolation {
public:
    void Offer(const Violation& violation) {
        const double size = violation.is_difference
                                ? violation.found
                                : std::abs(violation.found - violation.expected);
        if (largest_ && size <= size_) return;
        largest_ = violation;
        size_ = size;
    }

    // Numbers that should be equal.
    void Compare(const PassUnderTest& at, double found, double expected, const Violation& place) {
        const double difference = AbsoluteDifference(found, expected);
        if (difference <= Allowed(at, expected)) return;
        Violation violation = place;
        violation.found = difference;
        violation.is_difference = true;
        Offer(violation);
    }

    const std::optional<Violation>& get() const { return largest_; }

private:
    std::optional<Violation> largest_;
    double size_ = 0;
};

using Found = std::optional<Violation>;

// Calls visit(row, layer, head, attention) for every head of every row that is not padding.
template <class Visit>
void ForEachHead(const PassUnderTest& at, const Visit& visit) {
    for (const PlainRow& row : at.pass.rows) {
        if (row.is_padding()) continue;
        for (int layer = 0; layer < at.config().layers; ++layer) {
            for (int head = 0; head < at.config().query_heads; ++head) {
                visit(row, layer, head,
                      row.heads[static_cast<size_t>(layer)][static_cast<size_t>(head)]);
            }
        }
    }
}

inline const CacheEntry& EntryOf(const PassUnderTest& at, int entry) {
    return at.pass.cache[static_cast<size_t>(entry)];
}

}  // namespace decodescope
