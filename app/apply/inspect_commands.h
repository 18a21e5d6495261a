// Commands about single numbers: which one the inspector explains, and what is copied.
#pragma once

#include <optional>
#include <string>

#include "app/state/copy.h"
#include "app/state/state.h"

namespace decodescope {

// Keeps a number in the inspector. The pinned one itself, or nothing, unpins.
struct Pin {
    std::optional<Cell> cell;
};
void Apply(AppState& state, const Pin& command);

struct Focus {
    std::optional<Cell> cell;
};
void Apply(AppState& state, const Focus& command);

struct Hover {
    std::optional<Cell> cell;
};
void Apply(AppState& state, const Hover& command);

// Moves the focus to a neighbouring number. Only the pass panel knows which one that is.
struct TakeWalk {
    Walk walk;
};
void Apply(AppState& state, const TakeWalk& command);

// --- The clipboard

struct ShowCopyMenu {
    std::optional<Cell> cell;  // nothing: closes it
};
void Apply(AppState& state, const ShowCopyMenu& command);

struct Copy {
    Cell cell;
    CopyKind kind{};
};
void Apply(AppState& state, const Copy& command);

struct CopyWords {
    std::string text;
};
void Apply(AppState& state, const CopyWords& command);

}  // namespace decodescope
