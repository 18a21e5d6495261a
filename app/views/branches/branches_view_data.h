// The branches of a recipe as a tree to look at: a row for each, from where it parts.
//
//   The rule alone        tea  with  lemon  .
//   water, by hand         └ water  with  ice  .
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace decodescope {

// A generated token of a branch.
struct BranchToken {
    std::optional<TokenId> id;  // nothing: not known yet
    bool by_hand = false;
    TokenState state = TokenState::Uncached;  // at the playhead
    bool is_reached = false;                  // by the playhead; what is not lies ahead
};

struct BranchRow {
    int branch = 0;
    int parent_row = -1;              // -1: the rule's own
    int first = 0;                    // the pass where it parts: its tokens begin there
    std::string name;                 // "water, by hand at pass 0"
    std::vector<BranchToken> tokens;  // selected at passes first, first + 1, ...
    bool is_present = false;
    bool is_compared = false;
    std::string ending;  // why it stops; empty: not known yet
};

// In the order of the branches.
std::vector<BranchRow> BranchRowsOf(const AppState& state);

// What a branch is called.
std::string NameOfBranch(const AppState& state, int branch);

}  // namespace decodescope
