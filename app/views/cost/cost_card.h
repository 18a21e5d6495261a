// The cards of the view "Cost": each has a title, says what kind of numbers it shows, and scrolls
// where it is too small for them.
#pragma once

#include <string_view>

#include "app/panel/panel.h"

namespace decodescope {

// A card inside the view's window. Its column begins inside the margins.
Column BeginCard(const Panel& panel, const char* name, Area card, ImU32 fill);

// Ends it: it scrolls as far as the column reaches.
void EndCard(const Column& column);

void DrawCardTitle(const Panel& panel, Column& column, std::string_view title,
                   std::string_view sentence);

void DrawSentence(const Panel& panel, Column& column, std::string_view sentence);

}  // namespace decodescope
