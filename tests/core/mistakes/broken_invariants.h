// Runs with a mistake, for tests: recipes, and which invariants a run breaks.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/mistakes/invariants.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {

using Broken = std::set<std::string>;

inline Recipe Toy(int tokens = 4) {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.tokens = tokens;
    return recipe;
}

inline Broken BrokenIn(const BrokenRun& run) {
    Broken broken;
    for (const InvariantCheck& check : CheckInvariants(run)) {
        if (!check.holds()) broken.insert(std::string(InfoOf(check.invariant).name));
    }
    return broken;
}

inline const Violation& FirstOf(const std::vector<InvariantCheck>& checks, Invariant invariant) {
    const InvariantCheck& check = checks[static_cast<size_t>(invariant)];
    REQUIRE(check.invariant == invariant);
    REQUIRE_FALSE(check.holds());
    return check.violations.front();
}

// What a mistake breaks for certain, and what follows where a layer reads what an earlier one got
// wrong.
inline Broken Expected(Mistake mistake, const Config& config) {
    const bool is_deep = config.layers > 1;
    Broken broken;
    switch (mistake) {
        case Mistake::None: return {};
        // The first token sees nothing, so its weights sum to 0; every other sees one position too
        // few.
        case Mistake::OwnTokenLeftOut:
            broken = {"sees-its-past", "weights-sum", "hidden", "logits"};
            break;
        // One row too many, of a position that is still to come; its own pass then sees it twice.
        case Mistake::SelectedCachedEarly:
            broken = {"cache-length", "not-cached-early", "sees-its-past", "hidden", "logits"};
            break;
        // One row too many, of a position that has been there; its second row sees it twice.
        case Mistake::LastPromptTwice:
            broken = {"cache-length", "processed-once", "sees-its-past", "hidden", "logits"};
            break;
        // The last token sees what it should: with one layer its logits are right.
        case Mistake::MaskOffByOne:
            broken = {"sees-nothing-else", "hidden"};
            if (is_deep) broken.insert("logits");
            break;
        // As many rows as there should be, all seen as they should be, and the wrong ones.
        case Mistake::StaleCache: return {"cached-rows", "hidden", "logits"};
        case Mistake::PositionsRestarted: return {"positions", "cached-rows", "hidden", "logits"};
        case Mistake::CacheRowsSwapped: return {"cached-rows", "hidden", "logits", "row-alone"};
        case Mistake::PaddingAttended:
            broken = {"sees-nothing-else", "hidden", "logits", "row-alone"};
            break;
        // The logits are right; what is made of them is not.
        case Mistake::TopPDropsCrossing: return {"top-p"};
        case Mistake::ScaleLeftOut: broken = {"scores", "hidden", "logits"}; break;
        case Mistake::Count: break;
    }
    // K and V of a deeper layer are made from what attention brought.
    if (is_deep) broken.insert("cached-rows");
    return broken;
}

}  // namespace decodescope
