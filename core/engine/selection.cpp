#include "core/engine/selection.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/kernel/elementary.h"

namespace decodescope {
namespace {

// The IDs of the largest logit; empty if a logit is not a number, or all are −∞.
std::vector<TokenId> Largest(const std::vector<double>& logits) {
    std::vector<TokenId> ids;
    double largest = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < logits.size(); ++i) {
        if (std::isnan(logits[i])) return {};
        if (logits[i] > largest) {
            largest = logits[i];
            ids.clear();
        }
        if (logits[i] == largest) ids.push_back(static_cast<TokenId>(i));
    }
    if (largest == -std::numeric_limits<double>::infinity()) return {};
    return ids;
}

SelectionResult SelectGreedy(const std::vector<double>& logits) {
    SelectionResult result{.selection = std::nullopt,
                           .probabilities = std::vector<double>(logits.size())};
    std::vector<TokenId> largest = Largest(logits);
    if (largest.empty()) return result;
    result.selection = Selection{.id = largest.front()};
    result.probabilities[static_cast<size_t>(largest.front())] = 1.0;
    if (largest.size() > 1) result.selection->tied = std::move(largest);
    return result;
}

std::vector<double> InOrder(const std::vector<double>& by_id, const std::vector<TokenId>& order) {
    std::vector<double> ordered;
    ordered.reserve(order.size());
    for (const TokenId id : order) ordered.push_back(by_id[static_cast<size_t>(id)]);
    return ordered;
}

std::vector<size_t> AllOf(size_t count) {
    std::vector<size_t> all(count);
    std::iota(all.begin(), all.end(), size_t{0});
    return all;
}

// Which of the candidates are left in the end.
std::vector<size_t> LeftBy(std::vector<TruncationStep> steps, size_t count) {
    return steps.empty() ? AllOf(count) : std::move(steps.back().left);
}

SelectionResult SelectSampled(const SelectionRule& rule, int draw_index,
                              const std::vector<double>& logits) {
    SelectionResult result{.selection = std::nullopt,
                           .probabilities = std::vector<double>(logits.size())};
    const std::vector<TokenId> largest = Largest(logits);
    if (largest.empty() || std::isinf(logits[static_cast<size_t>(largest.front())])) return result;

    const std::vector<Interval> intervals = IntervalsOf(rule, logits);
    for (const Interval& interval : intervals) {
        result.probabilities[static_cast<size_t>(interval.id)] = interval.probability;
    }
    const double drawn = DrawUniform(rule.seed, draw_index);
    result.selection = Selection{.id = SampleFrom(drawn, intervals), .drawn = drawn};
    return result;
}

}  // namespace

std::vector<TruncationStep> Truncate(const SelectionRule& rule, const std::vector<double>& shares) {
    std::vector<TruncationStep> steps;
    std::vector<size_t> left = AllOf(shares.size());
    size_t before = left.size();
    const auto note = [&](const RuleField* limit, Dropped dropped) {
        if (left.size() < before) steps.push_back({limit, dropped, left});
        before = left.size();
    };
    for (const RuleField& field : RuleFields()) {
        if (!field.is_limit()) continue;
        field.limit.keep(rule, shares, left);
        note(&field, field.limit.dropped);
    }
    while (left.size() > 1 && shares[left.back()] == 0.0) left.pop_back();
    note(nullptr, Dropped::NoProbability);
    return steps;
}

std::vector<double> SoftmaxAt(const std::vector<double>& logits, double temperature) {
    const double largest = *std::ranges::max_element(logits);
    std::vector<double> shares;
    double sum = 0;
    for (const double logit : logits) {
        shares.push_back(Exp((logit - largest) / temperature));
        sum += shares.back();
    }
    for (double& share : shares) share /= sum;
    return shares;
}

std::vector<TokenId> LikeliestFirst(const std::vector<double>& logits) {
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](TokenId a, TokenId b) {
        return logits[static_cast<size_t>(a)] > logits[static_cast<size_t>(b)];
    });
    return order;
}

std::vector<Interval> IntervalsOf(const SelectionRule& rule, const std::vector<double>& logits) {
    const std::vector<TokenId> order = LikeliestFirst(logits);
    const std::vector<double> shares = InOrder(SoftmaxAt(logits, rule.temperature), order);
    const std::vector<size_t> kept = LeftBy(Truncate(rule, shares), shares.size());
    double sum = 0;
    for (const size_t i : kept) sum += shares[i];

    std::vector<Interval> intervals;
    intervals.reserve(kept.size());
    double end = 0;
    size_t last_wide = 0;
    for (const size_t i : kept) {
        const double from = end, probability = shares[i] / sum;
        end = std::min(1.0, from + probability);
        if (end > from) last_wide = intervals.size();
        intervals.push_back({order[i], probability, from, end});
    }
    intervals[last_wide].to = 1.0;
    for (size_t i = last_wide + 1; i < kept.size(); ++i) intervals[i].from = intervals[i].to = 1.0;
    return intervals;
}

TokenId SampleFrom(double u, const std::vector<Interval>& intervals) {
    const auto hit = std::ranges::find_if(intervals, [u](const Interval& s) { return u < s.to; });
    assert(hit != intervals.end());
    return hit->id;
}

std::vector<Dropped> DroppedBy(const SelectionRule& rule, const std::vector<double>& logits) {
    const auto all = [&](Dropped reason) { return std::vector<Dropped>(logits.size(), reason); };
    const std::vector<TokenId> largest = Largest(logits);
    if (largest.empty()) {
        const bool has_nan = std::ranges::any_of(logits, [](double z) { return std::isnan(z); });
        return all(has_nan ? Dropped::Nan : Dropped::NoProbability);
    }
    std::vector<Dropped> dropped = all(Dropped::NotLargest);
    if (rule.is_greedy()) {
        dropped[static_cast<size_t>(largest.front())] = Dropped::No;
        return dropped;
    }
    if (std::isinf(logits[static_cast<size_t>(largest.front())])) return all(Dropped::Infinite);
    const std::vector<TokenId> order = LikeliestFirst(logits);
    const auto steps = Truncate(rule, InOrder(SoftmaxAt(logits, rule.temperature), order));
    // What a step leaves is dropped by the next one, if by any.
    std::ranges::fill(dropped, steps.empty() ? Dropped::No : steps.front().dropped);
    for (size_t i = 0; i < steps.size(); ++i) {
        const Dropped reason = i + 1 < steps.size() ? steps[i + 1].dropped : Dropped::No;
        for (const size_t rank : steps[i].left) dropped[static_cast<size_t>(order[rank])] = reason;
    }
    return dropped;
}

double DrawUniform(std::uint64_t seed, int draw_index) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(draw_index)};
    std::mt19937_64 generator(sequence);
    return static_cast<double>(generator() >> 11) * 0x1.0p-53;
}

SelectionResult Select(const SelectionRule& rule, int draw_index,
                       const std::vector<double>& logits) {
    return rule.is_greedy() ? SelectGreedy(logits) : SelectSampled(rule, draw_index, logits);
}

}  // namespace decodescope
