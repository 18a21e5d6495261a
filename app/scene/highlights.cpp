#include "app/scene/highlights.h"

#include <algorithm>

namespace decodescope {

bool Linked::IsSource(const Cell& cell) const { return std::ranges::binary_search(sources, cell); }

Linked LinksOf(const Derivation& derivation) {
    Linked linked{.inspected = derivation.cell, .sources = {}};
    for (const Term& term : derivation.terms) {
        for (const Factor& factor : term.factors) {
            if (factor.cell) linked.sources.push_back(*factor.cell);
        }
    }
    std::ranges::sort(linked.sources);
    linked.sources.erase(std::unique(linked.sources.begin(), linked.sources.end()),
                         linked.sources.end());
    return linked;
}

}  // namespace decodescope
