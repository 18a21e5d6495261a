// The arrows between the blocks, each in a lane of its own, and the words beside them.
#pragma once

namespace decodescope {

struct SceneBuilder;

// After all blocks: an arrow begins and ends at their edges.
void AddArrows(SceneBuilder& builder);

}  // namespace decodescope
