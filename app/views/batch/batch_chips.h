// The tokens of one response as chips on one or more lines, the oldest folded into one where room
// is short.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/panel/panel.h"
#include "app/widgets/token_chip.h"
#include "core/run/playhead.h"
#include "core/serve/batch.h"

namespace decodescope {

// A token, or several folded into one.
struct BatchChip {
    int first = 0;  // position
    int count = 1;
    ChipStyle style;
    std::string token;
    std::string index;
    float width = 0;
};

// As many chips as fit into `lines` lines of this width; the oldest tokens are folded into one.
std::vector<BatchChip> FittingChips(const Panel& panel, const BatchRun& run,
                                    std::span<const SequenceToken> tokens, float width, int lines,
                                    ChipSize size);

float WidthOf(const Panel& panel, std::span<const BatchChip> chips);
int LinesOf(const Panel& panel, std::span<const BatchChip> chips, float width);

// From the left, the lines centred on `middle`. Names them for tests: "`name`.3" for position 3.
void DrawChips(const Panel& panel, std::span<const BatchChip> chips, float left, float width,
               float middle, ChipSize size, const std::string& name);

float ChipHeight(const Panel& panel, ChipSize size);
float LinePitch(const Panel& panel, ChipSize size);

}  // namespace decodescope
