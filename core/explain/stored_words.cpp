#include "core/explain/stored_words.h"

#include <cmath>
#include <cstdio>

#include "core/base/number.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

// Four significant digits; whole numbers as they are.
std::string Short(double number) {
    if (!std::isfinite(number) || (number == std::round(number) && std::abs(number) < 1e6)) {
        return FormatShortest(number);
    }
    const double size = std::pow(10.0, 3 - std::floor(std::log10(std::abs(number))));
    return FormatShortest(std::round(number * size) / size);
}

std::string ProductOf(const std::vector<double>& factors) {
    std::string text;
    for (const double factor : factors) {
        const std::string number = Short(factor);
        const bool needs_brackets = !text.empty() && number.starts_with('-');
        text += text.empty() ? "" : " · ";
        text += needs_brackets ? "(" + number + ")" : number;
    }
    return text;
}

// Two numbers of the weights are equal, or both are no numbers.
bool IsSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

std::optional<std::string> StoredWords(const Model& model, const Cell& cell) {
    if (!model.stored_at || !HasParameter(model, cell)) return std::nullopt;
    const std::optional<StoredNumber> stored = model.stored_at(cell);
    const double number = ParameterAt(model, cell);
    if (!stored || !IsSame(static_cast<double>(static_cast<float>(stored->Value())), number)) {
        return std::nullopt;
    }
    const std::string type(stored->type);
    if (!stored->block) return Short(number) + " (" + type + ")";
    std::string text = Short(number) + " = " + ProductOf(stored->factors);
    if (!stored->offset.empty()) {
        const std::string offset = ProductOf(stored->offset);
        const bool needs_brackets = stored->is_offset_subtracted && offset.starts_with('-');
        text += stored->is_offset_subtracted ? " − " : " + ";
        text += needs_brackets ? "(" + offset + ")" : offset;
    }
    return text + " (" + type + ", block " + std::to_string(*stored->block) + ")";
}

}  // namespace decodescope
