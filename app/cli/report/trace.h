// A run that is written as a trace, in one of four formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/check.h"
#include "core/run/recording.h"
#include "core/serve/disaggregation.h"

namespace decodescope {

// That a run began on another worker, of whose pass only the cache is known.
struct DisaggregationNote {
    TransferProtocol protocol;
    int positions_received;
    std::vector<int> positions_recomputed;
};

// In a sentence.
std::string Describe(const DisaggregationNote& note);

// A recording that ran to its end, and each pass recomputed without a cache (totals filled in).
struct CheckedRun {
    const Recording& recording;
    const std::vector<PassCheck>& checks;  // one per pass
    bool is_full;                          // every intermediate, or counts, logits and candidates
    int first_pass = 0;  // of those that are written; the ones before are not known
    std::optional<DisaggregationNote> disaggregation = {};  // where not all of it was run here
};

enum class TraceFormat { Text, Json, Csv, Markdown };

std::string TraceAs(TraceFormat format, const CheckedRun& run);

}  // namespace decodescope
