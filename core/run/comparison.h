// Two recordings, number by number: where they differ most, and from which pass on they select
// other tokens.
#pragma once

#include <optional>

#include "core/model/cell.h"
#include "core/run/recording.h"

namespace decodescope {

// |a − b|; 0 for equal infinities and for two NaNs, infinite where only one of the two is a NaN.
double AbsoluteDifference(double a, double b);

// Keeps the largest difference seen, and where. Both recordings are of models of one shape.
class Comparison {
public:
    Comparison(const Recording& one, const Recording& other) : one_(one), other_(other) {}

    // All heads of a tensor's row at a position, where both have it.
    void CompareRow(TensorAt at, int position);

    // Every row of every tensor that both have.
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

// Whether both recordings have a number and it is not the same in them. A NaN is the same as a NaN.
bool Differs(const Recording& before, const Recording& after, const Cell& cell);

// The first pass that selects another token than before an edit. Tokens are the same if their texts
// are: one that only got another ID, or another name at the same ID, is the same. Nothing where all
// passes that both have select the same, or where the prompts differ: their passes cannot be
// compared then.
std::optional<int> FirstFlippedPass(const Recording& before, const Recording& after);

}  // namespace decodescope
