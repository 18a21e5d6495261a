// What is above the list of candidates: the search, the heads of its columns, and a tie.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Which stages the playhead has reached: numbers of later ones are not shown yet.
struct ReachedCandidates {
    bool logits = false;
    bool probabilities = false;
    bool selection = false;
};
ReachedCandidates ReachedAt(const Panel& panel);

// The right ends of the columns; the token begins after the ID. Where tokens would have too little
// room, the heads are shorter, then there is no ID, and then fewer numbers: those that are computed
// already and the last of them stay longest. While a search is on, the rank is where the logit else
// is: what is found may be anywhere among all tokens.
struct CandidateColumns {
    float id, token, token_end, logit, probability, after_rule;
    bool has_long_names = true;
    bool has_id = true, has_logit = true, has_probability = true, has_after_rule = true;
    bool has_rank = false;  // instead of the logit

    bool Has(CandidateColumn column) const;
};
CandidateColumns ColumnsOf(const Panel& panel, Area area);

// Draws it at the top of the area. Returns where the list begins.
float DrawCandidatesHead(const Panel& panel, Area area, const ReachedCandidates& reached);

}  // namespace decodescope
