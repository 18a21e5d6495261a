// A classic mistake in a decoder: what wrong code does, and what gives it away.
//
// Mistakes are made by the plain decoder (plain_decoder.h) and the loop around it (broken_run.h).
// The engine, which everything else runs on, knows none of them
// (docs/decisions/0024-a-second-decoder-to-break.md).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/mistakes/invariant.h"
#include "core/run/recipe.h"

namespace decodescope {

enum class Mistake {
    None,
    OwnTokenLeftOut,
    SelectedCachedEarly,
    LastPromptTwice,
    MaskOffByOne,
    StaleCache,
    PositionsRestarted,
    CacheRowsSwapped,
    PaddingAttended,
    TopPDropsCrossing,
    ScaleLeftOut,
    Count,
};

constexpr size_t kMistakeCount = static_cast<size_t>(Mistake::Count);

// A few lines of pseudo-code, one of them wrong.
struct MistakeCode {
    std::string_view before, wrong, right, after;  // before and after: any number of lines
};

struct MistakeInfo {
    Mistake mistake;
    std::string_view name;  // on the command line and in hotspots
    std::string_view title;
    std::string_view wrong;   // what the wrong code does, in a sentence; in files
    Invariant breaks;         // the invariant that gives it away; others may break as a consequence
    std::string_view hint;    // for a student who is looking for it
    std::string_view reason;  // why that is wrong and what follows
    MistakeCode code;
};

// The mistake's row; None has one too.
const MistakeInfo& InfoOf(Mistake mistake);

// Nothing where no mistake has that name.
std::optional<Mistake> MistakeNamed(std::string_view name);

// All but None, in the order of the table.
const std::array<Mistake, kMistakeCount - 1>& AllMistakes();

// Why a recipe cannot show a mistake ("the model has no positions"), or nothing if it can. It must
// be possible to encode the recipe's prompt.
std::optional<std::string> WhyNotShown(const Recipe& recipe, Mistake mistake);

// The recipe with what a mistake needs and any model allows: a rule with top-p for a mistake in
// top-p, two tokens for one that shows in a decode pass. `changes` says what was changed, or is
// empty.
struct SuitedRecipe {
    Recipe recipe;
    std::string changes;
};
SuitedRecipe SuitedFor(Recipe recipe, Mistake mistake);

}  // namespace decodescope
