#include "core/mistakes/nucleus.h"

#include <algorithm>
#include <numeric>

namespace decodescope {

double Nucleus::Sum(size_t count) const {
    return std::accumulate(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(count),
                           0.0);
}

Nucleus NucleusOf(const SelectionRule& rule, const Row& logits) {
    Nucleus nucleus;
    const std::vector<double> all = SoftmaxAt(logits, rule.temperature);
    nucleus.order.resize(all.size());
    std::iota(nucleus.order.begin(), nucleus.order.end(), 0);
    std::ranges::stable_sort(nucleus.order, [&](TokenId a, TokenId b) {
        return all[static_cast<size_t>(a)] > all[static_cast<size_t>(b)];
    });
    if (rule.top_k > 0 && static_cast<size_t>(rule.top_k) < nucleus.order.size()) {
        nucleus.order.resize(static_cast<size_t>(rule.top_k));
    }
    for (const TokenId id : nucleus.order) nucleus.shares.push_back(all[static_cast<size_t>(id)]);
    double sum = 0;
    while (nucleus.size < nucleus.shares.size() && sum < rule.top_p)
        sum += nucleus.shares[nucleus.size++];
    nucleus.crosses = sum >= rule.top_p;
    return nucleus;
}

}  // namespace decodescope
