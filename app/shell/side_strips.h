// The sides of the pass, folded: a strip with the panel's name and a button that opens it; and the
// button by which an open panel is folded.
#pragma once

#include "app/look/window_layout.h"
#include "app/panel/panel.h"

namespace decodescope {

void DrawSideStrips(const Panel& panel, const Layout& layout);

}  // namespace decodescope
