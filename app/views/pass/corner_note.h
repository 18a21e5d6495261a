// What the marked corners of numbers mean, said once beside the pass.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

// Up to `right`, if there is room from `left` on. Returns where it begins; `right` if it is not
// there.
float WriteCornerNote(const Panel& panel, float left, float right, float y);

}  // namespace decodescope
