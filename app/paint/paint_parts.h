// The parts of PaintScene, by kind of item.
#pragma once

#include "app/paint/paint.h"

namespace decodescope {

// paint_text.cpp: the middle of the capitals at `at`.y, whatever the zoom.
enum class TextEnd { Left, Middle, Right };
void PaintWords(const Canvas& canvas, FontRole role, ImVec2 at, ImU32 color,
                const std::string& words, TextEnd end);
float WordsWidth(const Canvas& canvas, FontRole role, const std::string& words);
void PaintText(const Canvas& canvas, const Text& text);
void PaintTag(const Canvas& canvas, const Tag& tag);

// paint_lines.cpp
void PaintArrow(const Canvas& canvas, const Arrow& arrow);

// paint_cells.cpp
void PaintCell(const Canvas& canvas, const CellBox& box, const Highlights& highlights);
void PaintMap(const Canvas& canvas, const Scene& scene, size_t index, const Highlights& highlights);
void PaintRing(const Canvas& canvas, const Area& area, float thickness);

const Shade& ShadeOf(const Palette& colors, Meaning meaning);

}  // namespace decodescope
