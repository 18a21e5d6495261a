// The inspected number and the numbers that it was made from: lit up wherever they are drawn.
#pragma once

#include <optional>
#include <vector>

#include "core/run/terms.h"

namespace decodescope {

struct Highlights {
    std::optional<Cell> inspected;
    std::vector<Cell> sources;  // sorted, each once

    // The position under the mouse, if any: its chip, its rows and its column light up together.
    std::optional<int> position = std::nullopt;

    bool IsInspected(const Cell& cell) const { return inspected == cell; }
    bool IsSource(const Cell& cell) const;
};

// Those of the cell that was derived.
Highlights HighlightsOf(const Derivation& derivation);

}  // namespace decodescope
