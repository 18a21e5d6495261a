#include "core/engine/selection.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/base/error.h"

namespace decodescope {
namespace {

// The largest of the logits and everyone who shares it; empty where a logit is not a number or all
// are −∞.
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

Cutoffs Truncate(const SelectionRule& rule, const std::vector<double>& shares) {
    Cutoffs kept;
    size_t count = shares.size();
    if (rule.top_k > 0) count = std::min(count, static_cast<size_t>(rule.top_k));
    kept.after_top_k = count;
    if (rule.top_p < 1.0) {
        double sum = 0;
        size_t reached = 0;
        while (reached < count && sum < rule.top_p - kRounding) sum += shares[reached++];
        count = std::max<size_t>(reached, 1);
    }
    kept.after_top_p = count;
    while (count > 1 && shares[count - 1] < rule.min_p * shares[0]) --count;
    kept.after_min_p = count;
    while (count > 1 && shares[count - 1] == 0.0) --count;
    kept.in_the_end = std::max<size_t>(count, 1);
    return kept;
}

std::vector<double> SoftmaxAt(const std::vector<double>& logits, double temperature) {
    const double largest = *std::ranges::max_element(logits);
    std::vector<double> shares;
    double sum = 0;
    for (const double logit : logits) {
        shares.push_back(std::exp((logit - largest) / temperature));
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
    const size_t kept = Truncate(rule, shares).in_the_end;
    double sum = 0;
    for (size_t i = 0; i < kept; ++i) sum += shares[i];

    std::vector<Interval> intervals;
    intervals.reserve(kept);
    double end = 0;
    size_t last_wide = 0;
    for (size_t i = 0; i < kept; ++i) {
        const double from = end, probability = shares[i] / sum;
        end = std::min(1.0, from + probability);
        if (end > from) last_wide = i;
        intervals.push_back({order[i], probability, from, end});
    }
    intervals[last_wide].to = 1.0;
    for (size_t i = last_wide + 1; i < kept; ++i) intervals[i].from = intervals[i].to = 1.0;
    return intervals;
}

TokenId SampleFrom(double u, const std::vector<Interval>& intervals) {
    const auto hit = std::ranges::find_if(intervals, [u](const Interval& s) { return u < s.to; });
    assert(hit != intervals.end());
    return hit->id;
}

std::string Describe(Dropped reason) {
    switch (reason) {
        case Dropped::No: return "";
        case Dropped::NotLargest: return "not the largest";
        case Dropped::TopK: return "outside the top-k";
        case Dropped::TopP: return "outside the top-p set";
        case Dropped::MinP: return "below min-p";
        case Dropped::NoProbability: return "probability 0";
    }
    return "";
}

std::vector<Dropped> DroppedBy(const SelectionRule& rule, const std::vector<double>& logits) {
    const std::vector<TokenId> largest = Largest(logits);
    if (largest.empty()) return {};
    std::vector<Dropped> dropped(logits.size(), Dropped::NotLargest);
    if (rule.is_greedy()) {
        dropped[static_cast<size_t>(largest.front())] = Dropped::No;
        return dropped;
    }
    if (std::isinf(logits[static_cast<size_t>(largest.front())])) return {};
    const std::vector<TokenId> order = LikeliestFirst(logits);
    const Cutoffs kept = Truncate(rule, InOrder(SoftmaxAt(logits, rule.temperature), order));
    for (size_t i = 0; i < order.size(); ++i) {
        Dropped& reason = dropped[static_cast<size_t>(order[i])];
        reason = Dropped::No;
        if (i >= kept.after_top_k)
            reason = Dropped::TopK;
        else if (i >= kept.after_top_p)
            reason = Dropped::TopP;
        else if (i >= kept.after_min_p)
            reason = Dropped::MinP;
        else if (i >= kept.in_the_end)
            reason = Dropped::NoProbability;
    }
    return dropped;
}

void Validate(const SelectionRule& rule) {
    if (!(rule.temperature >= 0.0) || std::isinf(rule.temperature)) {
        throw Error("the temperature is out of range", "temperature", "give a number from 0 up");
    }
    if (rule.top_k < 0) {
        throw Error("top-k is negative", "top_k", "give 0 for no limit, or how many to keep");
    }
    if (!(rule.top_p > 0.0 && rule.top_p <= 1.0)) {
        throw Error("top-p is out of range", "top_p", "give a number above 0, up to 1");
    }
    if (!(rule.min_p >= 0.0 && rule.min_p <= 1.0)) {
        throw Error("min-p is out of range", "min_p", "give a number from 0 to 1");
    }
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
