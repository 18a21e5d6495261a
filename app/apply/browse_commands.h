// Commands of the page on which a file is chosen.
#pragma once

#include <string>

#include "app/state/state.h"

namespace decodescope {

// Opens the page for this field; None closes it.
struct ShowPathField {
    PathField field = PathField::None;
};
void Apply(AppState& state, const ShowPathField& command);

struct BrowseTo {
    std::string folder;
};
void Apply(AppState& state, const BrowseTo& command);

struct TypePath {
    std::string text;
};
void Apply(AppState& state, const TypePath& command);

struct HighlightEntry {
    int row = -1;  // of RowsOf; -1: none
};
void Apply(AppState& state, const HighlightEntry& command);

struct ShowAllFiles {
    bool shows_all = true;
};
void Apply(AppState& state, const ShowAllFiles& command);

// Takes what is highlighted or typed: goes into the folder, opens the file, or saves to it.
struct EnterPath {};
void Apply(AppState& state, const EnterPath& command);

}  // namespace decodescope
