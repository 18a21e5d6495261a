// What the pages of requests and of samples have in common: fields for numbers, and how far a
// response is.
#pragma once

#include <algorithm>
#include <string>

#include "app/panel/panel.h"
#include "app/panel/view_state_change.h"
#include "app/views/batch/batch_view_data.h"

namespace decodescope {

constexpr float kBatchNumber = 24;  // the room for a request's number before it, at scale 1

inline const BatchViewState& StateOf(const Panel& panel) { return panel.state.ui.batch; }

// Emits the command that makes a change of the view's state.
template <class Change>
void EmitChange(const Panel& panel, Change change) {
    ChangeViewState<BatchViewState>(panel, [&](BatchViewState& view) {
        change(view);
        view.is_own = true;
    });
}

// "request 2", "sample 2": counted from 0, as in files.
std::string RequestName(const Panel& panel, int request);

// A number of the view's state.
struct NumberRow {
    const char* hotspot;
    const char* label;
    double (*get)(const BatchViewState&);
    void (*set)(BatchViewState&, double);
    double most;  // from 1 on
};

constexpr NumberRow kSlotsRow{
    "batch.slots", "Slots", [](const BatchViewState& v) { return 1.0 * v.slots; },
    [](BatchViewState& v, double x) { v.slots = static_cast<int>(x); }, kMostSlots};

constexpr FormStyle kBatchForm{.row = 36, .switch_row = 36, .field_width = 80, .muted = false};

void DrawNumber(const Panel& panel, Form& form, const NumberRow& row);

// Whether identical prompts are computed once.
void DrawSharing(const Panel& panel, Form& form);

// How far a response is, in the words that there is room for.
void DrawStatus(const Panel& panel, const BatchViewData* data, int request, ImVec2 at, float width);

}  // namespace decodescope
