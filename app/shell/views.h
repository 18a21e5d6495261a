// What can stand in the middle of the window, one at a time: the pass, or another look at decoding.
// The names of all of them stand in the menu bar.
#pragma once

#include <span>

#include "app/panel/panel.h"

namespace decodescope {

struct ViewRow {
    View view;
    const char* title;
    const char* tip;
    void (*draw)(const Panel& panel, Area area);  // null: the pass, with its inspector and tabs
    bool shows_sequence;  // and the counters above, which are the recipe's own
};

std::span<const ViewRow> Views();
const ViewRow& RowOf(View view);

// The names in the menu bar, between `left` and the file's name. Returns where they end.
float DrawViewSwitcher(const Panel& panel, Area bar, float left);

}  // namespace decodescope
