// What several panels need and takes some working out: updated when what it depends on changes, not
// in every frame (derived_cache.h). What only one view needs is kept by that view's worker.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/plane/plane.h"
#include "app/scene/highlights.h"
#include "app/state/candidate_list.h"
#include "app/state/changes.h"
#include "core/engine/selection.h"
#include "core/run/check.h"
#include "core/run/logit_lens.h"
#include "core/run/terms.h"

namespace decodescope {

struct Derived {
    Highlights highlights;
    std::optional<Derivation> derivation;  // of highlights.inspected

    // Of the pass at the playhead, while they are on screen; those of a large vocabulary come
    // later.
    std::vector<Candidate> candidates;  // by probability after the rule, then ID

    std::vector<CandidateRow> candidate_rows;  // sorted, searched and cut off as the state says
    bool is_listing = false;                   // they are still to come
    std::vector<Interval> intervals;  // that a draw can hit in that pass; empty: nothing is drawn
    std::optional<Plane> plane;       // while its tab is open
    std::string transcript;           // of the step, while its tab is open

    // The logit lens of the shown pass, as far as it is known; while the overview is open.
    std::shared_ptr<const std::vector<LensLine>> lens;

    std::vector<PassCheck> checks;  // of the first passes; of all passes once it is done
    bool is_checking = false;       // more will come

    std::optional<Flip> flip;  // the selection that the last edit changed
};

}  // namespace decodescope
