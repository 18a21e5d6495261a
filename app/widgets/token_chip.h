// A token as a chip. Its signs are independent and combine: fill says cached, dashes say waiting, a
// halo says in the pass, and corners say where it came from.
//
//   [A 0]  prompt: corner radius 5      (A 2)  generated: a pill
#pragma once

#include <string_view>

#include "app/look/area.h"
#include "app/look/theme.h"
#include "app/widgets/pen.h"
#include "core/run/playhead.h"

namespace decodescope {

struct ChipStyle {
    TokenState state = TokenState::Uncached;
    bool in_pass = false;
    TokenOrigin origin = TokenOrigin::Prompt;

    friend bool operator==(const ChipStyle&, const ChipStyle&) = default;
};

// Small ones are for several sequences at once.
enum class ChipSize { Usual, Small };

// The outline and fill alone; the counters use it as a legend.
void DrawChipShape(const Pen& pen, Area area, const ChipStyle& style);

// How wide a chip with this text is. `index` may be empty.
float ChipWidth(const Theme& theme, std::string_view token, std::string_view index,
                ChipSize size = ChipSize::Usual);

// Draws a chip with the token's text and, smaller, its position.
void DrawTokenChip(const Pen& pen, Area area, const ChipStyle& style, std::string_view token,
                   std::string_view index, ChipSize size = ChipSize::Usual);

// A token without a position: an entry of the vocabulary.
void DrawVocabularyChip(const Pen& pen, Area area, std::string_view token);

}  // namespace decodescope
