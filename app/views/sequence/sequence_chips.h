// The chips of the sequence: one per token, the oldest folded where they do not fit.
#pragma once

#include <vector>

#include "app/panel/panel.h"
#include "core/run/playhead.h"

namespace decodescope {

using Tokens = std::vector<SequenceToken>;

void DrawSequenceChips(const Panel& panel, Area area, const Tokens& tokens);

}  // namespace decodescope
