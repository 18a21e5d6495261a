// What the pages of requests and of samples have in common: fields for numbers, and how far a
// response is.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/apply/view_state_commands.h"
#include "app/panel/panel.h"
#include "app/views/batch/batch_view_data.h"
#include "app/widgets/controls.h"

namespace decodescope {

// At scale 1: a field's height, and the room for a request's number before it.
constexpr float kBatchField = 34, kBatchNumber = 24;

inline const BatchViewState& StateOf(const Panel& panel) { return panel.state.ui.batch; }

// Emits the command that makes a change of the view's state.
template <class Change>
void EmitChange(const Panel& panel, Change change) {
    BatchViewState state = StateOf(panel);
    change(state);
    state.is_own = true;
    panel.Emit(SetViewState{std::move(state)});
}

// "request 2", "sample 2": counted from 0, as in files.
std::string RequestName(const Panel& panel, int request);

inline int Whole(double number, int most) {
    return static_cast<int>(std::clamp(number, 0.0, 1.0 * most));
}

// A number of the view's state, with its label at the left of its line.
struct NumberRow {
    const char* hotspot;
    const char* label;
    double (*get)(const BatchViewState&);
    void (*set)(BatchViewState&, double);
    bool whole = true;
    double step = 0.05;
};

constexpr NumberRow kSlotsRow{"batch.slots", "slots",
                              [](const BatchViewState& l) { return 1.0 * l.slots; },
                              [](BatchViewState& l, double x) { l.slots = Whole(x, kMostSlots); }};

// A field for a number. Returns what it was changed to.
std::optional<double> DrawNumberIn(const Panel& panel, Area field, const std::string& hotspot,
                                   double number, const NumberStyle& look);

// One line each; they return the y where the next one begins.
float DrawNumberRow(const Panel& panel, const NumberRow& row, Area area, float y);
float DrawSharing(const Panel& panel, Area area, float y);

// How far a response is, in the words that there is room for.
void DrawStatus(const Panel& panel, const BatchViewData* data, int request, ImVec2 at, float width);

}  // namespace decodescope
