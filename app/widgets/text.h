// Text on the draw list: placed by the middle of its capitals, so that rows of different fonts
// align.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/look/theme.h"

namespace decodescope {

// Which part of the words is at the given place.
enum class Anchor { Left, Middle, Right };

// A text as it will be drawn: characters that the font lacks become their code, as U+4E2D, and
// bytes that are not UTF-8 become <0xNN>.
std::string Displayable(const Theme& theme, FontRole role, std::string_view text);

float TextWidth(const Theme& theme, FontRole role, std::string_view text);

// Draws `text` with its left end, middle or right end at `at`.x and the middle of its capitals at
// `at`.y. Where the list's clip rectangle would cut it at a side, it is shortened with "…". Returns
// the x after it.
float DrawText(ImDrawList& list, const Theme& theme, FontRole role, ImVec2 at, ImU32 color,
               std::string_view text, Anchor anchor = Anchor::Left);

// A symbol with a lowered index, as in h₀. Returns the x after it.
float DrawSubscripted(ImDrawList& list, const Theme& theme, FontRole role, ImVec2 at, ImU32 color,
                      std::string_view symbol, std::string_view subscript);

// The text, cut at the end with "…" where it is wider than `width`.
std::string Shortened(const Theme& theme, FontRole role, std::string_view text, float width);

// Draws running text in lines of at most `width`; `at` is the middle of the first line's capitals
// at its left end. Returns the middle of the line below the last one. Draws at most `max_lines`.
float DrawParagraph(ImDrawList& list, const Theme& theme, FontRole role, ImVec2 at, ImU32 color,
                    std::string_view text, float width, int max_lines = 1000);

// The text as it can be displayed, with a line break wherever a line would be wider than `width`.
std::string Wrapped(const Theme& theme, FontRole role, std::string_view text, float width);

// How many lines DrawParagraph would take.
int ParagraphLines(const Theme& theme, FontRole role, std::string_view text, float width);

}  // namespace decodescope
