// The verb `trace`: every value of every pass, in one of four formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/options.h"
#include "core/run/check.h"
#include "core/run/recording.h"

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

// The trace in one of the formats.
std::string TraceAs(TraceFormat format, const CheckedRun& run);

// "decodescope-trace" version 1. Numbers are exact; keys are those that scripts rely on, and more.
std::string TraceAsJson(const CheckedRun& run);

// RFC 4180. Full: one row per number, named as a cell is (value, layer, head, row, column; row is a
// position). Summary: one row per candidate of each pass, beside that pass's counts.
std::string TraceAsCsv(const CheckedRun& run);

// Tables for a page or a worksheet, three decimals.
std::string TraceAsMarkdown(const CheckedRun& run);

// A transcript to be read aloud (core/transcript.h).
std::string TraceAsText(const CheckedRun& run);

// Runs the recipe and writes its trace. Returns the exit code; throws Error.
int RunTrace(const Options& options);

}  // namespace decodescope
