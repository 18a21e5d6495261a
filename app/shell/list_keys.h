// Lists by keys: Tab goes from list to list, the arrow keys from item to item, Enter clicks the
// item. One mechanism for all lists, whoever draws them: a list is the controls whose IDs begin
// alike.
#pragma once

#include <vector>

#include "app/panel/panel.h"
#include "app/shell/shortcuts.h"
#include "app/widgets/key_focus.h"

namespace decodescope {

// What a key does in lists, given the controls that the last frame drew. None: it is no key of
// lists, or there is nothing in that direction.
Commands ListCommandsFor(const AppState& state, const std::vector<KeyControl>& controls,
                         const KeyPress& press);

// The command that goes on from the last block of the pass to the first list, or from the first
// block to the last list.
Command FocusList(const std::vector<KeyControl>& controls, bool is_last);

// The frame around the item that has the focus, above everything.
void DrawListFocus(const Theme& theme, const KeyFocus& focus);

}  // namespace decodescope
