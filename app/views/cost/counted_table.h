// What the recording's passes cost, as a table: counted by the engine, up to the playhead and in
// the whole run, beside the same run recomputed without a cache.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/check.h"
#include "core/run/playhead.h"
#include "core/run/recording.h"

namespace decodescope {

enum class CostUnit { MultiplyAdds, Positions, Bytes };

struct CostRow {
    std::string name;
    CostUnit unit = CostUnit::MultiplyAdds;
    bool is_sum = false;
    std::int64_t here = 0;        // up to and with the playhead's pass
    std::int64_t run = 0;         // of all passes
    std::int64_t recomputed = 0;  // of all passes, the whole prefix each time
};

struct CostTable {
    std::vector<CostRow> rows;  // multiply-adds by stage and together, then positions and bytes
    int passes_here = 0, passes = 0;
    bool is_recomputed = false;  // it was counted; until it is, the formulas give its numbers
    bool formulas_agree = false;
};

// `checks`: of the first passes, or all of them.
CostTable BuildCostTable(const Recording& recording, const std::vector<PassCheck>& checks,
                         Playhead playhead);

// What the cache keeps for one position, and at the playhead, in bytes.
struct CacheSize {
    std::int64_t per_position = 0, now = 0;
    std::int64_t per_position_mha = 0;  // if every query head had a KV head of its own
};
CacheSize CacheSizeAt(const Recording& recording, Playhead playhead);

}  // namespace decodescope
