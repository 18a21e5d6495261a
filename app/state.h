// Everything the window knows between two frames, as plain data. Only Apply (command.h) writes it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/format.h"
#include "app/theme.h"
#include "core/cell.h"
#include "core/recording.h"

namespace decodescope {

// What the screen remembers. None of it changes what is computed.
struct UiState {
    Playhead playhead = kStart;
    int layer = 0;  // shown, where there are several; follows the playhead into a layer
    int head = 0;   // query head shown
    bool playing = false;

    ThemeKind theme = ThemeKind::Light;
    float scale = 1.0f;
    NumberFormat numbers;
    bool show_keys = false;       // the `?` page
    std::string tab = "candidates";

    std::optional<Cell> pinned;   // in the inspector; else what is under the mouse
    std::string message;          // what went wrong last, in words; empty: nothing
};

// What the person works on, and what came of it.
struct Document {
    Recipe recipe;
    std::string path;  // of the file it came from; empty: none
    bool unsaved = false;
};

// The recording is replaced as a whole when the recipe changes, and grows while a large model is
// still decoding.
struct AppState {
    Document document;
    std::shared_ptr<const Recording> recording;
    UiState ui;
};

}  // namespace decodescope
