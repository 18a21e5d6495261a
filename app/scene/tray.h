// The tray outside the cache, in which the selected token waits for its own pass.
#pragma once

namespace decodescope {

struct SceneBuilder;

void AddTray(SceneBuilder& builder);

}  // namespace decodescope
