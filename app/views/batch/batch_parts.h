// What the batch view is put together from. Each part draws from the top of its area down, and
// returns the y where it ends. Distances are at scale 1.
#pragma once

#include <cstdint>
#include <string>

#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

// What is drawn: the run, and what was found of it at the step that is shown.
struct ShownBatch {
    const BatchRun& run;
    const BatchResults& found;

    const RequestStatus& serving(int request) const {
        return found.servings[static_cast<size_t>(request)];
    }
};

// "Row 3", "Sample 3": as a person counts.
std::string RequestName(const Panel& panel, int request);

// "3 328 bytes", "48.4 KB", "60.8 MB".
std::string BytesText(std::int64_t bytes, const NumberFormat& format);

// Where the rows are filled in. `shown` is null while there is no run.
float DrawBatchRequests(const Panel& panel, const ShownBatch* shown, Area area);

// The weights once, and a cache for each slot. Slots are as high as `room` allows.
float DrawBatchLanes(const Panel& panel, const ShownBatch& shown, Area area, float room);

// Who waits for a slot, and who joins later, in one line.
float DrawBatchQueue(const Panel& panel, const ShownBatch& shown, Area area);
float BatchQueueHeight(const Panel& panel);

// Steps by slots: who did what when. A click goes to a step.
float DrawBatchGrid(const Panel& panel, const ShownBatch& shown, Area area);
float BatchGridHeight(const Panel& panel, const ShownBatch& shown);

// What was counted, and each response against itself alone.
float DrawBatchCounters(const Panel& panel, const ShownBatch& shown, Area area);
float BatchCountersHeight(const Panel& panel, const ShownBatch& shown, float width);

}  // namespace decodescope
