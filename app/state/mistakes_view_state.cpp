#include "app/state/mistakes_view_state.h"

#include <algorithm>
#include <vector>

#include "core/engine/selection.h"

namespace decodescope {

MistakesViewState InRange(MistakesViewState view, const AppState&) {
    view.pass = std::max(0, view.pass);
    view.row = std::max(0, view.row);
    return view;
}

Mistake DrawnMistake(const Recipe& recipe, std::uint64_t seed, int round) {
    std::vector<Mistake> possible;
    for (const Mistake mistake : AllMistakes()) {
        if (!WhyNotShown(recipe, mistake)) possible.push_back(mistake);
    }
    Mistake drawn = Mistake::None;
    for (int i = 0; i <= round && !possible.empty(); ++i) {
        std::vector<Mistake> left = possible;
        if (left.size() > 1) std::erase(left, drawn);
        drawn = left[static_cast<size_t>(DrawUniform(seed, i) * static_cast<double>(left.size()))];
    }
    return drawn;
}

}  // namespace decodescope
