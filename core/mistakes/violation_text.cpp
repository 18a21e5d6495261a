#include "core/mistakes/violation_text.h"

#include <cmath>

#include "core/base/number.h"

namespace decodescope {

std::string AmountText(Invariant invariant, const Violation& violation,
                       const std::function<std::string(double)>& number) {
    if (violation.is_difference) return "differs by " + number(violation.found);
    const auto write = [&](double value) {
        const bool is_whole = value == std::round(value) && std::abs(value) < 1e9;
        if (is_whole) return std::to_string(static_cast<long long>(value));
        const bool tells_apart = number(violation.found) != number(violation.expected);
        return tells_apart ? number(value) : FormatShortest(value);
    };
    const std::string should = invariant == Invariant::Nucleus ? ", should reach " : ", should be ";
    return std::string(InfoOf(invariant).counted) + " " + write(violation.found) + should +
           write(violation.expected);
}

std::string PlaceText(const BrokenRun& run, const Violation& violation) {
    std::string text = "pass " + std::to_string(violation.pass);
    const auto add = [&text](bool is_told, const char* name, int index) {
        if (is_told && index >= 0) text += std::string(", ") + name + " " + std::to_string(index);
    };
    add(run.sequences.size() > 1, "request", violation.sequence);
    add(run.config().layers > 1, "layer", violation.layer);
    add(run.config().query_heads > 1, "head", violation.head);
    add(true, "position", violation.place);
    return text;
}

}  // namespace decodescope
