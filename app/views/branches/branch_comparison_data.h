// Two branches at one moment, block by block: what is the same, what differs and where most, and
// how far the distribution has moved. Plain data, from two recordings of one recipe's branches.
#pragma once

#include <string>
#include <vector>

#include "core/run/playhead.h"
#include "core/run/recording.h"

namespace decodescope {

// A row of numbers of both branches.
struct ComparedRow {
    std::string name, note;          // "row 3", "tea | water"
    std::string title;               // of its tensor, where the group has several
    std::vector<std::string> heads;  // what each column is called: a dimension or a token
    std::vector<double> a, b;
    std::vector<double> differences;  // |a − b| by column
    size_t largest = 0;               // column

    double difference() const { return differences.empty() ? 0 : differences[largest]; }
};

// One block of the pass.
struct ComparedBlock {
    std::string name, note;  // "K rows", "cached"
    Qkv qkv = Qkv::None;
    std::string same;                    // what of it is the same, and why; empty: nothing is
    std::vector<ComparedRow> same_rows;  // the last of those, which open on a click
    int more_same = 0;                   // rows that are the same, too, but older
    std::vector<ComparedRow> rows;
    int more = 0;  // rows that differ, too, but less
};

// All that differs in another layer, as the largest |Δ| of each block.
struct ComparedLayer {
    int layer = 0;
    std::vector<std::pair<std::string, double>> differences;
};

struct ComparedCandidate {
    std::string token;
    double logit_a = 0, logit_b = 0;
    double a = 0, b = 0;  // probability
    bool is_selected_in_a = false, is_selected_in_b = false;
};

struct BranchComparison {
    std::vector<ComparedBlock> blocks;
    std::vector<ComparedLayer> layers;  // but for the chosen one
    std::string ahead;                  // what the playhead has not come to; empty: nothing
    bool has_logits = false, has_probabilities = false;
    double logits = 0;  // largest |Δ|
    double moved = 0;   // ½ Σ |Δp| over the vocabulary
    std::vector<ComparedCandidate> candidates;
};

// The layer and the query head to look into.
struct ComparisonQuery {
    Playhead playhead;
    int layer = 0, head = 0;

    friend bool operator==(const ComparisonQuery&, const ComparisonQuery&) = default;
};

// Both must have the playhead's pass, at the same position.
BranchComparison CompareBranches(const Recording& a, const Recording& b,
                                 const ComparisonQuery& query);

}  // namespace decodescope
