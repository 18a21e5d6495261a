// A worker's cache in the Disaggregated view: every row that it holds, slots for those to come, and
// where each was made.
//
//     0 [Today]  ▩▩▩▩  ▩▩▩▩   received
//     1 [I]      ▩▩▩▩  ▩▩▩▩   received
//     2 (with)   ▩▩▩▩  ▩▩▩▩     pass 1       numbers instead of colours where they fit
//       ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
#pragma once

#include <optional>
#include <vector>

#include "app/panel/panel.h"
#include "app/views/disaggregation/disaggregation_view_data.h"

namespace decodescope {

// Which positions are shown from top to bottom, the same in both caches, so that a row is level
// with the row it was sent as. Where there is no room for all, the middle ones fold into one line.
struct CacheRows {
    static constexpr int kFold = -1;

    std::vector<int> positions;
    int folded = 0;
    float top = 0, pitch = 0;

    float CenterOf(size_t line) const { return top + pitch * (static_cast<float>(line) + 0.5f); }
    std::optional<float> CenterAt(int position) const;
};

// `total`: rows at the end of the run; `now`: rows there are. `room` is between top and bottom.
CacheRows PlanCacheRows(const Panel& panel, float top, float room, int total, int now);

// Which of `total` rows to show in at most `most` lines: the first ones, and those up to `now`.
std::vector<int> ShownPositions(int total, int now, int most);

// What a cache takes beyond its rows, at scale 1, above and below them.
constexpr float kCacheAbove = 58, kCacheBelow = 8;
constexpr float kLeastPitch = 22, kMostPitch = 29;
constexpr int kFewestRows = 5;  // however little room there is

void DrawWorkerCache(const Panel& panel, Area box, const Worker& worker, const CacheRows& rows);

}  // namespace decodescope
