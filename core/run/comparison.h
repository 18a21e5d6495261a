// Two recordings of the same tokens, number by number: where they differ most.
#pragma once

#include <optional>

#include "core/model/cell.h"
#include "core/run/recording.h"

namespace decodescope {

// |a − b|, where equal infinities, and two NaNs, do not differ, and one NaN differs beyond measure.
double AbsoluteDifference(double a, double b);

// Keeps the largest difference seen, and where. Both recordings are of models of one shape.
class Comparison {
public:
    Comparison(const Recording& one, const Recording& other) : one_(one), other_(other) {}

    // All heads of a value's row at a position, where both hold it.
    void CompareRow(TensorAt at, int position);

    // Every row of every value that both hold.
    void CompareEverything();

    double largest() const { return largest_; }
    const std::optional<Cell>& place() const { return place_; }  // empty where all are 0
    std::int64_t compared() const { return compared_; }          // pairs of numbers

private:
    const Recording& one_;
    const Recording& other_;
    double largest_ = 0.0;
    std::optional<Cell> place_;
    std::int64_t compared_ = 0;
};

}  // namespace decodescope
