// A derivation as one line of text.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/number.h"
#include "core/terms.h"

namespace decodescope {
namespace {

std::string Fixed(double number, int decimals) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "∞" : "-∞";
    const bool whole = number == std::round(number) && std::abs(number) < 1e6;
    return FormatFixed(number, whole ? 0 : decimals);
}

std::string TermText(const Term& term, int decimals) {
    std::string text;
    for (const Factor& factor : term.factors) {
        if (!text.empty()) text += "·";
        const std::string number = Fixed(factor.value, decimals);
        text += number.starts_with('-') && !text.empty() ? "(" + number + ")" : number;
    }
    return text;
}

constexpr size_t kMostTerms = 5;  // shown in full; of longer sums one fewer, and the rest

// "a·b + c·d + … (58 more: 0.123)".
std::string SumText(const Derivation& derivation, int decimals) {
    const std::vector<Term>& terms = derivation.terms;
    std::vector<size_t> shown(terms.size());
    std::iota(shown.begin(), shown.end(), size_t{0});
    if (terms.size() > kMostTerms) {
        std::ranges::stable_sort(shown, [&](size_t a, size_t b) {
            return std::abs(terms[a].value) > std::abs(terms[b].value);
        });
        shown.resize(kMostTerms - 1);
    }
    std::string text;
    double rest = derivation.sum;
    for (const size_t i : shown) {
        if (!text.empty()) text += " + ";
        text += TermText(terms[i], decimals);
        rest -= terms[i].value;
    }
    if (terms.size() > shown.size()) {
        text += " + … " + std::to_string(terms.size() - shown.size()) + " more (" +
                Fixed(rest, decimals) + ")";
    }
    return text;
}

std::string FinishText(const Derivation& derivation, int decimals) {
    const std::string sum = SumText(derivation, decimals);
    switch (derivation.finish) {
        case Finish::Sum: return sum;
        case Finish::Scale: return "(" + sum + ")·" + Fixed(derivation.constant, decimals);
        case Finish::InverseRoot:
            return "1/√((" + sum + ")·" + Fixed(derivation.constant, decimals) + " + " +
                   FormatShortest(derivation.eps) + ")";
        case Finish::Share: {
            const Term& term = derivation.terms[static_cast<size_t>(derivation.share_of)];
            return TermText(term, decimals) + " / (" + sum + ")";
        }
    }
    return sum;
}

}  // namespace

std::string FilledIn(const Recording& recording, const Cell& cell, int decimals) {
    const Derivation derivation = Terms(recording, cell);
    std::string line = SymbolOf(recording.config(), cell) + " = ";
    if (!derivation.terms.empty()) line += FinishText(derivation, decimals) + " = ";
    return line + Fixed(derivation.value, decimals);
}

}  // namespace decodescope
