// What passes cost, counted by the engine, as a table: a row per quantity, a column for each pass
// or sum of passes that is asked for. The window, the text and the JSON of the command line are all
// made from it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/counts.h"
#include "core/run/check.h"
#include "core/run/playhead.h"
#include "core/run/recording.h"

namespace decodescope {

enum class CostUnit { MultiplyAdds, Positions, Bytes };

// A sum over stages, or a number that has none.
struct CostQuantity {
    std::string_view key;    // in files; positions are a key of the pass itself there
    std::string_view label;  // on screen
    CostUnit unit;
    std::int64_t (*of)(const Counts& counts, const Config& config);
};

// Multiply-adds of all stages, positions, and bytes, in this order.
std::span<const CostQuantity> CostQuantities();

struct CostColumn {
    std::string label;   // "run so far"
    std::string detail;  // "with the cache"; may be empty
    Counts counts;
};

struct CostRow {
    std::string_view key, label;
    CostUnit unit = CostUnit::MultiplyAdds;
    bool is_sum = false;                // not of one stage
    std::vector<std::int64_t> numbers;  // one per column
};

struct CostTable {
    std::vector<CostColumn> columns;
    std::vector<CostRow> rows;  // multiply-adds by stage, where there are any; then the quantities
};

CostTable BuildCostTable(const Config& config, std::vector<CostColumn> columns);

// A run with the cache, and recomputed without it: every pass over the whole prefix.
struct CountedRun {
    Counts with_cache, without_cache;
    bool is_recomputed = false;   // every pass was; until they are, the formulas give its numbers
    bool formulas_agree = false;  // with all that was counted
};

// `checks`: of the first passes, or all of them; what was not recomputed is not counted.
CountedRun CountRun(const Recording& recording, std::span<const PassCheck> checks);

// How many passes there are up to and with the playhead's.
int PassesThrough(const Recording& recording, Playhead playhead);

// The first `passes` of a recording.
Counts CountPasses(const Recording& recording, int passes);

// What the cache keeps for one position, and at the playhead, in bytes.
struct CacheSize {
    std::int64_t per_position = 0, now = 0;
    std::int64_t per_position_mha = 0;  // if every query head had a KV head of its own
};
CacheSize CacheSizeAt(const Recording& recording, Playhead playhead);

}  // namespace decodescope
