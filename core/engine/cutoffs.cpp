#include "core/engine/cutoffs.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace decodescope {

std::vector<Cutoff> CutoffsOf(const SelectionRule& rule, std::vector<double> logits) {
    const bool is_finite = std::ranges::all_of(logits, [](double z) { return std::isfinite(z); });
    if (!is_finite || logits.empty() || rule.is_greedy()) return {};
    std::ranges::sort(logits, std::greater<>());
    std::vector<Cutoff> limits;
    for (const auto& [field, dropped, left] : Truncate(rule, SoftmaxAt(logits, rule.temperature))) {
        const size_t kept = left.size();
        const bool is_a_line = left.back() + 1 == kept;  // all it keeps are above all it drops
        if (field == nullptr || !is_a_line) continue;
        limits.push_back({kept, field->key, std::string(field->title),
                          field->limit.words(rule, kept), logits[kept - 1] == logits[kept]});
    }
    return limits;
}

}  // namespace decodescope
