#include "core/run/terms_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/number.h"

namespace decodescope {
namespace {

std::string Fixed(double number, int decimals) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "∞" : "-∞";
    const bool whole = number == std::round(number) && std::abs(number) < 1e6;
    return FormatFixed(number, whole ? 0 : decimals);
}

// In brackets where a sign would stand alone after another sign.
std::string Bracketed(const std::string& number) {
    return number.starts_with('-') ? "(" + number + ")" : number;
}

std::string TermText(const Term& term, int decimals) {
    std::string text;
    for (const Factor& factor : term.factors) {
        const std::string expression = ExpressionText(factor, decimals);
        text += text.empty() ? expression : "·" + Bracketed(expression);
    }
    return text;
}

// "a·b + c·d + … 58 more (0.123)".
std::string SumText(const Derivation& derivation, int decimals) {
    const FoldedTerms folded = Fold(derivation);
    std::string text;
    for (const Term& term : folded.shown) {
        if (!text.empty()) text += " + ";
        text += TermText(term, decimals);
    }
    if (folded.folded_count > 0) {
        text += " + … " + std::to_string(folded.folded_count) + " more (" +
                Fixed(folded.folded_sum, decimals) + ")";
    }
    return text;
}

std::string FinishText(const Derivation& derivation, int decimals) {
    std::string sum = SumText(derivation, decimals);
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

std::string_view NameOf(Function function) {
    switch (function) {
        case Function::None: return "";
        case Function::Exp: return "exp";
        case Function::Silu: return "silu";
        case Function::Gelu:
        case Function::GeluTanh: return "gelu";
    }
    return "";
}

std::string ExpressionText(const Factor& factor, int decimals) {
    // Softmax subtracts the row's maximum even where that is 0.
    const bool has_offset = factor.offset != 0 || factor.function == Function::Exp;
    const bool is_divided = factor.divisor != 1;
    std::string text = Fixed(factor.argument, decimals);
    if (has_offset) text += " − " + Bracketed(Fixed(factor.offset, decimals));
    if (has_offset && is_divided) text = "(" + text + ")";
    if (is_divided) text += " / " + Fixed(factor.divisor, decimals);
    const std::string name(NameOf(factor.function));
    return name.empty() && !has_offset && !is_divided ? text : name + "(" + text + ")";
}

FoldedTerms Fold(const Derivation& derivation) {
    constexpr size_t kMost = 5, kShown = 4;
    const std::vector<Term>& terms = derivation.terms;
    if (terms.size() <= kMost) return {terms, 0, 0.0};

    const auto size_of = [&](size_t i) {
        const double size = std::abs(terms[i].value);
        return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
    };
    std::vector<size_t> order(terms.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::partial_sort(order, order.begin() + kShown, [&](size_t a, size_t b) {
        return size_of(a) != size_of(b) ? size_of(a) > size_of(b) : a < b;
    });
    std::sort(order.begin(), order.begin() + kShown);

    FoldedTerms folded;
    for (size_t i = 0; i < kShown; ++i) folded.shown.push_back(terms[order[i]]);
    for (size_t i = kShown; i < order.size(); ++i) folded.folded_sum += terms[order[i]].value;
    folded.folded_count = static_cast<int>(terms.size() - kShown);
    return folded;
}

std::string FilledIn(const Recording& recording, const Cell& cell, int decimals) {
    const Derivation derivation = Terms(recording, cell);
    std::string line = SymbolOf(recording.config(), cell) + " = ";
    if (!derivation.terms.empty()) line += FinishText(derivation, decimals) + " = ";
    return line + Fixed(derivation.value, decimals);
}

}  // namespace decodescope
