// A run that is written as a trace, in one of four formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/report/growing_text.h"
#include "core/run/checked_run.h"
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

// What is written as a trace.
struct TracedRun {
    CheckedRun& run;      // decoded while it is written
    bool is_full = true;  // every intermediate, or counts, logits and candidates
    int first_pass = 0;   // of those that are written; the ones before are not known
    std::optional<DisaggregationNote> disaggregation = {};  // where not all of it is run here

    const Recording& recording() const { return run.recording(); }  // as far as it has come

    // The next pass to be written; nothing after the last.
    std::optional<CheckedPass> Next() const;
};

enum class TraceFormat { Text, Json, Csv, Markdown };

void WriteTrace(TraceFormat format, const TracedRun& traced, GrowingText& out);

}  // namespace decodescope
