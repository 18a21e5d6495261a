#include "app/state/mistakes_view_state.h"

#include <vector>

#include "core/engine/selection.h"

namespace decodescope {

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
