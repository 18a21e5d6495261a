// One line of JSON whenever what is shown has changed, so that a script can drive the window by
// name.
#pragma once

#include <fstream>
#include <string>

#include "app/look/hotspots.h"
#include "app/panel/view_worker.h"
#include "app/state/state.h"
#include "app/work/derived.h"

namespace decodescope {

// A line without the frame's number: the same for two frames that show the same. `worker` is that
// of the view that is shown, or null.
std::string DescribeFrame(const AppState& state, const Derived& derived, const ViewWorker* worker,
                          const Hotspots& hotspots);

class UiLog {
public:
    // Appends to the file; nothing is written where the path is empty. Throws Error.
    explicit UiLog(const std::string& path);

    // A line, unless the last one said the same.
    void Write(int frame, const AppState& state, const Derived& derived, const ViewWorker* worker,
               const Hotspots& hotspots);

private:
    std::ofstream file_;
    std::string last_;
};

}  // namespace decodescope
