// After the end of the run: its IDs turned back into characters. Shown in place of the pass.
//
//   IDs       2  5  12  21  25  31  1
//             │  │   │   │   │   │  │
//   pieces    Today  I  drink  tea  with  lemon  .
//                          ▼
//   text      Today I drink tea with lemon .
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawTextPage(const Panel& panel, Area area);

}  // namespace decodescope
