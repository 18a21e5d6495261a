// The merging of adjacent pairs, which every byte pair encoding has in common: of all pairs that
// can be merged the best one is, the leftmost of equals, until none can be (Sennrich et al., arXiv
// 1508.07909).
#pragma once

#include <cstddef>
#include <optional>
#include <queue>
#include <vector>

namespace decodescope {

// What a pair becomes. The smallest order goes first: a rank, or a score with its sign changed.
template <class Symbol>
struct Join {
    double order;
    Symbol merged;
};

// Merges symbols as join_of(left, right) says, which returns std::optional<Join<Symbol>>.
//
// Looking at all pairs again for each merge would be simpler, and quadratic; here the pairs are in
// a heap, which yields the same merges in the same order. A merged symbol replaces its left half;
// the right half is unlinked. An entry of the heap whose halves have changed since is skipped.
template <class Symbol, class JoinOf>
class PairMerger {
public:
    PairMerger(std::vector<Symbol> symbols, const JoinOf& join_of)
        : join_of_(join_of),
          symbols_(std::move(symbols)),
          next_(symbols_.size()),
          previous_(symbols_.size()),
          is_linked_(symbols_.size(), true) {
        for (std::size_t i = 0; i < symbols_.size(); ++i) {
            next_[i] = i + 1;
            previous_[i] = i - 1;  // wraps to kNone at the front
        }
    }

    std::vector<Symbol> Merge() {
        for (std::size_t i = 0; i + 1 < symbols_.size(); ++i) Offer(i);
        while (!heap_.empty()) {
            const Pair pair = heap_.top();
            heap_.pop();
            if (IsCurrent(pair)) MergeInto(pair);
        }
        std::vector<Symbol> merged;
        for (std::size_t i = 0; i < symbols_.size(); i = next_[i]) merged.push_back(symbols_[i]);
        return merged;
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    struct Pair {
        double order;
        std::size_t left, right;           // places in symbols_
        Symbol left_symbol, right_symbol;  // what was there then
        Symbol merged;

        // The top of the heap is the largest: best order, then leftmost.
        bool operator<(const Pair& other) const {
            return order != other.order ? order > other.order : left > other.left;
        }
    };

    // Puts the pair that begins at `left` into the heap if it can be merged.
    void Offer(std::size_t left) {
        const std::size_t right = next_[left];
        if (right >= symbols_.size()) return;
        const std::optional<Join<Symbol>> join = join_of_(symbols_[left], symbols_[right]);
        if (!join) return;
        heap_.push({join->order, left, right, symbols_[left], symbols_[right], join->merged});
    }

    bool IsCurrent(const Pair& pair) const {
        return is_linked_[pair.left] && symbols_[pair.left] == pair.left_symbol &&
               next_[pair.left] == pair.right && symbols_[pair.right] == pair.right_symbol;
    }

    void MergeInto(const Pair& pair) {
        symbols_[pair.left] = pair.merged;
        is_linked_[pair.right] = false;
        next_[pair.left] = next_[pair.right];
        if (next_[pair.left] < symbols_.size()) previous_[next_[pair.left]] = pair.left;
        Offer(pair.left);
        if (previous_[pair.left] != kNone) Offer(previous_[pair.left]);
    }

    const JoinOf& join_of_;
    std::vector<Symbol> symbols_;
    std::vector<std::size_t> next_, previous_;  // a linked list through symbols_
    std::vector<bool> is_linked_;
    std::priority_queue<Pair> heap_;
};

template <class Symbol, class JoinOf>
std::vector<Symbol> MergePairs(std::vector<Symbol> symbols, const JoinOf& join_of) {
    return PairMerger<Symbol, JoinOf>(std::move(symbols), join_of).Merge();
}

}  // namespace decodescope
