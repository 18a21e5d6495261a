#include "app/scene/highlights.h"

#include <algorithm>

namespace decodescope {

bool Highlights::IsSource(const Cell& cell) const {
    return std::ranges::binary_search(sources, cell);
}

Highlights HighlightsOf(const Derivation& derivation) {
    Highlights highlights{.inspected = derivation.cell, .sources = {}};
    for (const Term& term : derivation.terms) {
        for (const Factor& factor : term.factors) {
            if (factor.cell) highlights.sources.push_back(*factor.cell);
        }
    }
    std::ranges::sort(highlights.sources);
    highlights.sources.erase(std::unique(highlights.sources.begin(), highlights.sources.end()),
                             highlights.sources.end());
    return highlights;
}

}  // namespace decodescope
