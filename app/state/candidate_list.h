// The list of candidates: which of them, in which order, and where the rule's limits cut. Made only
// when something about it changes, since a vocabulary may have 32,000 entries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run/recording.h"

namespace decodescope {

enum class CandidateColumn { Id, Token, Logit, Probability, AfterRule };

struct CandidateOrder {
    CandidateColumn column = CandidateColumn::AfterRule;
    bool ascending = false;

    friend bool operator==(const CandidateOrder&, const CandidateOrder&) = default;
};

// The order after a click on a column's header: reversed if it is sorted by that column already,
// else the direction that is usual for it.
CandidateOrder OrderOnClick(const CandidateOrder& now, CandidateColumn column);

// A row of the list: a candidate, or what a limit of the rule says about the rows above it.
struct CandidateRow {
    int candidate = -1;  // index of the candidate; -1: this is a limit
    std::string limit;   // "top-k keeps the 40 above"

    bool is_limit() const { return candidate < 0; }
};

// The candidates (all of a pass, as CandidatesOf returns them) whose text contains `search`,
// ignoring case, or whose ID begins with it; an empty search finds all. Those whose whole text or
// ID it is come first. Ties are in the order of their IDs. The limits are among them if all are
// listed, likeliest first, and `with_limits` is set.
std::vector<CandidateRow> ListCandidates(const Recording& recording, int pass,
                                         const std::vector<Candidate>& candidates,
                                         const CandidateOrder& order, std::string_view search,
                                         bool with_limits);

}  // namespace decodescope
