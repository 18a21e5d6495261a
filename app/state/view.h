// What can stand in the middle of the window, and how each is called.
#pragma once

#include <array>
#include <string_view>

namespace decodescope {

enum class View { Pass, Branches, Batch, Disaggregated, Cost, Mistakes };

// By view: in the UI log, in hotspots ("view.batch") and behind --view.
constexpr std::array<std::string_view, 6> kViewNames = {"pass",     "branches", "batch",
                                                        "handover", "cost",     "mistakes"};

constexpr std::string_view NameOf(View view) { return kViewNames[static_cast<size_t>(view)]; }

}  // namespace decodescope
