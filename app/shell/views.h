// The list of views, and their names in the menu bar.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/panel/view_row.h"

namespace decodescope {

// In the order in which they are listed everywhere.
std::span<const ViewRow* const> Views();

const ViewRow& RowOf(View view);

// By name or alias, as after --view; null where there is none.
const ViewRow* FindView(std::string_view name);

// "pass, branches, … or mistakes".
std::string ViewNames();

// The names in the menu bar, between `left` and the file's name. Returns the x where they end.
float DrawViewSwitcher(const Panel& panel, Area bar, float left);

}  // namespace decodescope
