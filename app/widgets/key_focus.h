// Reaching controls without a mouse. Every control tells when it is drawn, by its ID; the one that
// has the focus is scrolled into sight and can be clicked by a key. Which key leads from one to the
// next is for the shell to know (app/shell/list_keys.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/look/area.h"

namespace decodescope {

struct KeyControl {
    std::string id;  // without ##
    Area area;       // window pixels
    Area seen;       // the part of it that its panel shows
};

struct KeyFocus {
    std::string id;                    // of the control that has the focus; empty: none
    bool is_new = false;               // to be scrolled into sight
    bool is_clicked = false;           // by a key
    std::vector<KeyControl> controls;  // drawn in this frame, in this order
};

// From here on, controls of the current ImGui context tell `focus`; null: nobody.
void SetKeyFocus(KeyFocus* focus);

// A control is drawn here, in the current ImGui window. Returns whether a key clicks it.
bool MeetKeyFocus(std::string_view id, Area area);

}  // namespace decodescope
