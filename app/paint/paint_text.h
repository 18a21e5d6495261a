// The words of a scene, and its tags: tokens and positions as labels and chips.
#pragma once

#include <string>

#include "app/paint/canvas.h"
#include "app/widgets/text.h"

namespace decodescope {

FontRole FontOf(TextStyle style);

// The middle of the capitals is at `at`.y, whatever the zoom.
void PaintWords(const Canvas& canvas, FontRole role, ImVec2 at, ImU32 color,
                const std::string& words, Anchor anchor);

void PaintText(const Canvas& canvas, const Text& text);
void PaintTag(const Canvas& canvas, const Tag& tag);

}  // namespace decodescope
