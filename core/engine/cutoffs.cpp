#include "core/engine/cutoffs.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/number.h"

namespace decodescope {

std::vector<Cutoff> CutoffsOf(const SelectionRule& rule, std::vector<double> logits) {
    const bool is_finite = std::ranges::all_of(logits, [](double z) { return std::isfinite(z); });
    if (!is_finite || logits.empty() || rule.is_greedy()) return {};
    std::ranges::sort(logits, std::greater<>());
    const Cutoffs kept = Truncate(rule, SoftmaxAt(logits, rule.temperature));
    std::vector<Cutoff> limits;
    const auto add = [&](size_t before, size_t after, const char* name, const std::string& words) {
        if (after >= before) return;
        limits.push_back({after, name, words, after > 0 && logits[after - 1] == logits[after]});
    };
    add(logits.size(), kept.after_top_k, "top-k",
        "top-k keeps the " + std::to_string(kept.after_top_k) + " above");
    add(kept.after_top_k, kept.after_top_p, "top-p",
        "top-p: those above reach " + FormatShortest(rule.top_p) + " together");
    add(kept.after_top_p, kept.after_min_p, "min-p",
        "min-p: below, less than " + FormatShortest(rule.min_p) + " of the largest");
    return limits;
}

}  // namespace decodescope
