#include "core/run/branches.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace decodescope {
namespace {

// The first choices of a branch that are made before a pass.
Branch Before(const Branch& branch, int pass) {
    const auto end =
        std::ranges::find_if(branch, [pass](const ByHand& c) { return c.pass >= pass; });
    return Branch(branch.begin(), end);
}

// How many of their first choices two branches have in common.
size_t Shared(const Branch& a, const Branch& b) {
    return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

void ValidateBranch(const Branch& branch, int vocabulary_size) {
    int previous = -1;
    for (const ByHand& choice : branch) {
        if (choice.id < 0 || choice.id >= vocabulary_size) {
            throw Error("token " + std::to_string(choice.id) + ", taken by hand at pass " +
                            std::to_string(choice.pass) + ", is not in the vocabulary",
                        "by_hand", "IDs go from 0 to " + std::to_string(vocabulary_size - 1));
        }
        if (choice.pass <= previous) {
            throw Error("the choices by hand are not in the order of their passes", "by_hand",
                        "give each pass from 0 up at most once");
        }
        previous = choice.pass;
    }
}

}  // namespace

Recipe WithChoice(Recipe recipe, int pass, TokenId id, std::optional<TokenId> rules_own) {
    Branch wanted = Before(recipe.choices(), pass);
    if (id != rules_own) wanted.push_back({pass, id});
    const auto found = std::ranges::find(recipe.branches, wanted);
    recipe.branch = static_cast<int>(found - recipe.branches.begin());
    if (found != recipe.branches.end()) return recipe;
    if (recipe.branches.size() >= kMostBranches) {
        throw Error("there are " + std::to_string(kMostBranches) + " branches already", "branches",
                    "remove one first");
    }
    recipe.branches.push_back(std::move(wanted));
    return recipe;
}

Recipe OnBranch(Recipe recipe, int branch) {
    recipe.branch = std::clamp(branch, 0, static_cast<int>(recipe.branches.size()) - 1);
    return recipe;
}

Recipe WithoutBranch(Recipe recipe, int branch) {
    if (branch < 1 || branch >= static_cast<int>(recipe.branches.size())) return recipe;
    recipe.branches.erase(recipe.branches.begin() + branch);
    if (recipe.branch == branch) recipe.branch = 0;
    if (recipe.branch > branch) --recipe.branch;
    return recipe;
}

Recipe WithRenumbered(Recipe recipe,
                      const std::function<std::optional<TokenId>(TokenId)>& renumber) {
    std::vector<Branch> branches;
    int present = 0;
    for (size_t i = 0; i < recipe.branches.size(); ++i) {
        Branch renumbered;
        for (const ByHand& choice : recipe.branches[i]) {
            const std::optional<TokenId> id = renumber(choice.id);
            if (!id) break;
            renumbered.push_back({choice.pass, *id});
        }
        const auto found = std::ranges::find(branches, renumbered);
        if (static_cast<int>(i) == recipe.branch)
            present = static_cast<int>(found - branches.begin());
        if (found == branches.end()) branches.push_back(std::move(renumbered));
    }
    recipe.branches = std::move(branches);
    recipe.branch = present;
    return recipe;
}

std::optional<Parting> PartingOf(const Recipe& recipe, int branch) {
    if (branch == 0) return std::nullopt;
    const Branch& own = recipe.branches[static_cast<size_t>(branch)];
    int parent = 0;
    size_t most = 0;
    for (int i = 1; i < branch; ++i) {
        const Branch& other = recipe.branches[static_cast<size_t>(i)];
        const size_t shared = Shared(other, own);
        if (shared > most && shared < own.size()) {
            parent = i;
            most = shared;
        }
    }
    const Branch& other = recipe.branches[static_cast<size_t>(parent)];
    const bool leaves_earlier = most < other.size() && other[most].pass < own[most].pass;
    return Parting{parent, leaves_earlier ? other[most].pass : own[most].pass};
}

SelectionResult SelectIn(const Recipe& recipe, int pass, const std::vector<double>& logits) {
    SelectionResult result = Select(recipe.rule, pass, logits);
    const std::optional<TokenId> chosen = ChosenAt(recipe.choices(), pass);
    if (!chosen) return result;
    Selection by_hand{.id = *chosen, .by_hand = true};
    if (result.selection) by_hand.instead_of = result.selection->id;
    result.selection = by_hand;
    return result;
}

std::optional<Selection> SelectIn(const Recipe& recipe, int pass, Trace& trace, int last_position) {
    SelectionResult result =
        SelectIn(recipe, pass, trace.Row(TensorId::Logits, 0, last_position).ToVector());
    trace.SetRow(TensorId::ProbabilitiesAfterRule, 0, last_position, 0, result.probabilities);
    return std::move(result.selection);
}

void ValidateBranches(const Recipe& recipe) {
    if (recipe.branches.empty() || !recipe.branches.front().empty()) {
        throw Error("the first branch is not the rule's own", "branches",
                    "leave its choices empty");
    }
    if (recipe.branches.size() > kMostBranches) {
        throw Error("there are more than " + std::to_string(kMostBranches) + " branches",
                    "branches", "leave some out");
    }
    if (recipe.branch < 0 || recipe.branch >= static_cast<int>(recipe.branches.size())) {
        throw Error("there is no branch " + std::to_string(recipe.branch), "branch",
                    "give one from 0 to " + std::to_string(recipe.branches.size() - 1));
    }
    for (const Branch& branch : recipe.branches) {
        ValidateBranch(branch, recipe.model->config.vocabulary_size);
    }
}

}  // namespace decodescope
