// Commands about tokens picked by hand, and the branches that they make.
#pragma once

#include <vector>

#include "app/state/state.h"

namespace decodescope {

// Picks a token by hand, instead of what a pass selects.
struct TakeCandidate {
    int pass = 0;
    TokenId id = 0;
};
void Apply(AppState& state, const TakeCandidate& command);

struct GoToBranch {
    int branch = 0;
};
void Apply(AppState& state, const GoToBranch& command);

struct RemoveBranch {
    int branch = 0;
};
void Apply(AppState& state, const RemoveBranch& command);

// Shows a branch beside the present one.
struct CompareBranch {
    int branch = 0;
};
void Apply(AppState& state, const CompareBranch& command);

// Further passes of the compared branch, for a larger model.
struct AddBranchPasses {
    int edition = 0;  // AppState::branches_edition when they were asked for
    std::vector<PassPtr> passes;
};
void Apply(AppState& state, const AddBranchPasses& command);

}  // namespace decodescope
