// The views: what can take the middle of the window, one at a time. What each is called and
// does is in its row (app/panel/view_row.h).
#pragma once

namespace decodescope {

enum class View { Pass, Branches, Batch, Disaggregated, Cost, Mistakes };

}  // namespace decodescope
