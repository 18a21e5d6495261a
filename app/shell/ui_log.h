// One line of JSON whenever what is shown has changed, so that a script can drive the window by
// name.
#pragma once

#include <fstream>
#include <string>

#include "app/look/hotspots.h"
#include "app/state/state.h"
#include "app/work/derived.h"

namespace decodescope {

// What a line says, but for the frame's number. Two frames that show the same have the same.
std::string DescribeFrame(const AppState& state, const Derived& derived, const Hotspots& hotspots);

class UiLog {
public:
    // Appends to the file; nothing is written where the path is empty. Throws Error.
    explicit UiLog(const std::string& path);

    // A line, unless the last one said the same.
    void Write(int frame, const AppState& state, const Derived& derived, const Hotspots& hotspots);

private:
    std::ofstream file_;
    std::string last_;
};

}  // namespace decodescope
