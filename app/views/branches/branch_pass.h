// A branch alone: its name, its text so far, and its pass.
#pragma once

#include <memory>
#include <string>

#include "app/panel/panel.h"

namespace decodescope {

struct BranchPass {
    std::string name;
    std::shared_ptr<const Recording> recording;
    const Recording* other = nullptr;  // numbers that differ from it are marked
    SceneCache& scenes;
    std::string prefix;  // of its hotspots
};

void DrawBranchPass(const Panel& panel, Area area, const BranchPass& branch);

}  // namespace decodescope
