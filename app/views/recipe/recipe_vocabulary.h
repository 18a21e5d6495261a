// The tokens of the recipe's model: each opens its menu (token_menu.h) on a click.
#pragma once

#include <string>

#include "app/panel/panel.h"

namespace decodescope {

// A token as a chip.
void DrawToken(const Panel& panel, Area chip, TokenId id);

// A button at the end of a line that adds a token.
void DrawAddToken(const Panel& panel, Area line);

// All tokens as a list that scrolls and, where it is long, can be searched.
void DrawVocabulary(const Panel& panel, Column& column);

// What a token is drawn as.
std::string HotspotOf(TokenId id);

}  // namespace decodescope
