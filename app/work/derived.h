// What the panels need that takes some working out: found once when it changes, not in every frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plane/plane.h"
#include "app/scene/highlights.h"
#include "app/state/candidate_list.h"
#include "app/state/changes.h"
#include "app/views/batch/batch_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "core/engine/selection.h"
#include "core/run/check.h"
#include "core/run/terms.h"

namespace decodescope {

struct Derived {
    Highlights highlights;
    std::optional<Derivation> derivation;  // of linked.inspected

    int candidates_pass = -1;           // the pass that the candidates belong to
    std::vector<Candidate> candidates;  // by final probability, then ID

    std::vector<CandidateRow> candidate_rows;  // as they are sorted, searched and cut
    std::vector<Interval> stretches;  // what a draw can hit in that pass; empty: nothing is drawn
    std::optional<Plane> plane;       // while its tab is open
    std::string transcript;           // of the step, while its tab is open

    std::vector<PassCheck> checks;  // of the first passes; all of them once it is done
    bool is_checking = false;       // more will come

    std::optional<BatchResults> batch;    // while its view is shown
    DisaggregationChecks disaggregation;  // while its view is shown

    std::optional<Flip> flip;  // the selection that the last edit changed
    MistakeResults mistakes;   // of the broken decoder, while its view is shown
};

}  // namespace decodescope
