// Other ways through a recipe: at any selection the user can take another candidate by hand. Each
// such way is a branch of the recipe; branches are the same up to where they part.
//
//   Today I drink ─┬─ tea with lemon .        branch 0: the rule alone
//                  └─ water with ice .        branch 1: "water" by hand at pass 0
#pragma once

#include <functional>
#include <optional>

#include "core/engine/trace.h"
#include "core/run/recipe.h"

namespace decodescope {

constexpr size_t kMostBranches = 64;

// The recipe on the branch that takes `id` at `pass` and is the present one before it: an existing
// branch, or a new one. Taking what the rule selects there anyway is no choice by hand. Throws
// Error if there would be too many branches.
Recipe WithChoice(Recipe recipe, int pass, TokenId id, std::optional<TokenId> rules_own);

// On another of its branches.
Recipe OnBranch(Recipe recipe, int branch);

// Without a branch, which is not the first. If it was the present one, the first becomes that.
Recipe WithoutBranch(Recipe recipe, int branch);

// With each ID replaced by its new one. A choice whose token is gone is dropped, with the choices
// after it; branches that are then equal become one.
Recipe WithRenumbered(Recipe recipe,
                      const std::function<std::optional<TokenId>(TokenId)>& renumber);

// The branch that a branch leaves, and the pass where it does: of the branches before it, the one
// that it has most in common with. Nothing for the first.
struct Parting {
    int parent = 0;
    int pass = 0;

    friend bool operator==(const Parting&, const Parting&) = default;
};
std::optional<Parting> PartingOf(const Recipe& recipe, int branch);

// What a pass of a recipe selects from its logits: the token taken by hand there, else the rule's
// own. A choice by hand does not change the probabilities after the rule.
SelectionResult SelectIn(const Recipe& recipe, int pass, const std::vector<double>& logits);

// The same from the logits in a pass's trace; writes the probabilities after the rule beside them.
std::optional<Selection> SelectIn(const Recipe& recipe, int pass, Trace& trace, int last_position);

// Throws Error naming what no recipe can have: a token outside the vocabulary, passes out of order,
// a first branch with choices, a present branch that is not there.
void ValidateBranches(const Recipe& recipe);

}  // namespace decodescope
