// Other ways through a recipe: at any selection a person can take another candidate by hand. Each
// such way is a branch of the recipe; branches share their beginnings up to where they part.
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

// The recipe on the branch that takes `id` at `pass` and goes as the present one before it: one
// that is there already, or a new one. Taking what the rule selects there anyway needs no choice by
// hand. Throws Error where there would be too many branches.
Recipe WithChoice(Recipe recipe, int pass, TokenId id, std::optional<TokenId> rules_own);

// On another of its branches.
Recipe OnBranch(Recipe recipe, int branch);

// Without a branch other than the first; on the first where it was the present one.
Recipe WithoutBranch(Recipe recipe, int branch);

// With each ID replaced by what it is called now. A choice whose token is gone, and those behind
// it, are dropped; branches that are equal then become one.
Recipe WithRenumbered(Recipe recipe,
                      const std::function<std::optional<TokenId>(TokenId)>& renumber);

// The branch that another one leaves, and the pass where it does: the longest of those before it
// that begins as it does. Nothing for the first.
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
