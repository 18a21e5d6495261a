// Logits, probabilities and the selection: three columns of one block, a row for each candidate.
#pragma once

#include <vector>

#include "core/run/recording.h"

namespace decodescope {

struct SceneBuilder;

// The candidates that are listed: the first by probability after the rule, the selected one among
// them; in the order of their IDs if all are. The pass must be recorded.
std::vector<Candidate> ListedCandidates(const Recording& recording, int pass, int count);

// How many are listed, and how high the row of one is where there is room.
int ListedCount(const Config& config);
float UsualCandidateRow(const Config& config);

void AddCandidates(SceneBuilder& builder);

}  // namespace decodescope
