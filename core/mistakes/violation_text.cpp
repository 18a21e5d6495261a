// Breaches in words.
#include <cmath>

#include "core/base/number.h"
#include "core/mistakes/invariants.h"

namespace decodescope {

std::string AmountText(Invariant invariant, const Violation& breach,
                       const std::function<std::string(double)>& number) {
    if (breach.is_difference) return "differs by " + number(breach.found);
    const auto write = [&](double value) {
        const bool is_whole = value == std::round(value) && std::abs(value) < 1e9;
        if (is_whole) return std::to_string(static_cast<long long>(value));
        const bool tells_apart = number(breach.found) != number(breach.expected);
        return tells_apart ? number(value) : FormatShortest(value);
    };
    const std::string should = invariant == Invariant::Nucleus ? ", should reach " : ", should be ";
    return std::string(InfoOf(invariant).counted) + " " + write(breach.found) + should +
           write(breach.expected);
}

std::string PlaceText(const BrokenRun& run, const Violation& breach) {
    std::string text = "pass " + std::to_string(breach.pass);
    const auto add = [&text](bool is_told, const char* name, int index) {
        if (is_told && index >= 0) text += std::string(", ") + name + " " + std::to_string(index);
    };
    add(run.sequences.size() > 1, "row", breach.sequence);
    add(run.config().layers > 1, "layer", breach.layer);
    add(run.config().query_heads > 1, "head", breach.head);
    add(true, "position", breach.place);
    return text;
}

}  // namespace decodescope
