#include "core/mistakes/nucleus.h"

namespace decodescope {

Nucleus NucleusOf(const SelectionRule& rule, const Row& logits) {
    Nucleus nucleus;
    const std::vector<double> all = SoftmaxAt(logits, rule.temperature);
    nucleus.order = LikeliestFirst(all);
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
