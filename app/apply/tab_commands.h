// Commands of the tabs, and of the strip that shows the sequence.
#pragma once

#include <string>

#include "app/state/state.h"

namespace decodescope {

// Chooses another arrow of the plane, counted from the present one.
struct ChooseArrow {
    int by = 1;
};
void Apply(AppState& state, const ChooseArrow& command);

struct SortCandidates {
    CandidateOrder order;
};
void Apply(AppState& state, const SortCandidates& command);

struct SearchCandidates {
    std::string text;
};
void Apply(AppState& state, const SearchCandidates& command);

struct ScrollSequence {
    int by = 0;  // tokens, towards older ones
};
void Apply(AppState& state, const ScrollSequence& command);

}  // namespace decodescope
