#include "core/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/error.h"

namespace decodescope {
namespace {

// The largest of the logits and everyone who shares it; empty where a logit is not a number or all
// are −∞.
template <class T>
std::vector<TokenId> Largest(const T* logits, int count) {
    std::vector<TokenId> ids;
    T largest = -std::numeric_limits<T>::infinity();
    for (TokenId id = 0; id < count; ++id) {
        if (std::isnan(logits[id])) return {};
        if (logits[id] > largest) {
            largest = logits[id];
            ids.clear();
        }
        if (logits[id] == largest) ids.push_back(id);
    }
    if (largest == -std::numeric_limits<T>::infinity()) return {};
    return ids;
}

template <class T>
std::optional<Selection> SelectGreedy(const T* logits, int count, T* final_probabilities) {
    std::fill(final_probabilities, final_probabilities + count, T(0));
    std::vector<TokenId> largest = Largest(logits, count);
    if (largest.empty()) return std::nullopt;
    Selection selection{.id = largest.front(), .tied = {}, .drawn = std::nullopt};
    final_probabilities[selection.id] = T(1);
    if (largest.size() > 1) selection.tied = std::move(largest);
    return selection;
}

template <class T>
std::optional<Selection> SelectSampled(const SelectionRule& rule, int draw_index, const T* logits,
                                       int count, T* final_probabilities) {
    std::fill(final_probabilities, final_probabilities + count, T(0));
    const std::vector<TokenId> largest = Largest(logits, count);
    if (largest.empty() || std::isinf(logits[largest.front()])) return std::nullopt;

    const std::vector<double> shares =
        TemperedShares(std::vector<double>(logits, logits + count), rule.temperature);
    std::vector<TokenId> order(static_cast<size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](TokenId a, TokenId b) {
        return shares[static_cast<size_t>(a)] > shares[static_cast<size_t>(b)];
    });
    std::vector<double> sorted;
    for (const TokenId id : order) sorted.push_back(shares[static_cast<size_t>(id)]);
    order.resize(KeptBy(rule, sorted).in_the_end);

    double kept_sum = 0;
    for (const TokenId id : order) kept_sum += shares[static_cast<size_t>(id)];
    const double drawn = DrawUniform(rule.seed, draw_index);
    std::optional<TokenId> hit;
    double cumulative = 0;
    for (const TokenId id : order) {
        const double share = shares[static_cast<size_t>(id)] / kept_sum;
        final_probabilities[id] = static_cast<T>(share);
        cumulative += share;
        if (!hit && drawn < cumulative) hit = id;
    }
    // Rounding can leave the cumulative sum a hair under 1, and the draw above it.
    return Selection{.id = hit.value_or(order.back()), .tied = {}, .drawn = drawn};
}

}  // namespace

KeptByRule KeptBy(const SelectionRule& rule, const std::vector<double>& shares) {
    KeptByRule kept;
    size_t count = shares.size();
    if (rule.top_k > 0) count = std::min(count, static_cast<size_t>(rule.top_k));
    kept.after_top_k = count;
    if (rule.top_p < 1.0) {
        double sum = 0;
        size_t reached = 0;
        while (reached < count && sum < rule.top_p) sum += shares[reached++];
        count = reached;
    }
    kept.after_top_p = count;
    while (count > 1 && shares[count - 1] < rule.min_p * shares[0]) --count;
    kept.after_min_p = count;
    while (count > 1 && shares[count - 1] == 0.0) --count;
    kept.in_the_end = std::max<size_t>(count, 1);
    return kept;
}

std::vector<double> TemperedShares(const std::vector<double>& logits, double temperature) {
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

template <class T>
std::optional<Selection> Select(const SelectionRule& rule, int draw_index, const T* logits,
                                int vocabulary_size, T* final_probabilities) {
    if (rule.is_greedy()) {
        return SelectGreedy(logits, vocabulary_size, final_probabilities);
    }
    return SelectSampled(rule, draw_index, logits, vocabulary_size, final_probabilities);
}

template std::optional<Selection> Select(const SelectionRule&, int, const double*, int, double*);
template std::optional<Selection> Select(const SelectionRule&, int, const float*, int, float*);

}  // namespace decodescope
