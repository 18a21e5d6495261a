// The fields in which a batch is filled in, and how its responses stand beside them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/views/batch/batch_parts.h"
#include "app/widgets/controls.h"

namespace decodescope {

// At scale 1: a field's height, and the room before a row for its number.
constexpr float kBatchField = 34, kBatchNumber = 24;

inline const BatchViewState& LookOf(const Panel& panel) { return panel.state.ui.batch; }

// Wishes for the look with a change in it.
template <class Change>
void EmitViewState(const Panel& panel, Change change) {
    BatchViewState look = LookOf(panel);
    change(look);
    panel.Emit(SetBatchView{std::move(look)});
}

inline int Whole(double number, int most) {
    return static_cast<int>(std::clamp(number, 0.0, 1.0 * most));
}

// A number of the look, its name at the left of its line.
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

// A line of the area; these return where the next one begins.
float DrawNumberRow(const Panel& panel, const NumberRow& row, Area area, float y);
float DrawSharing(const Panel& panel, Area area, float y);

// How a response stands, in the words that there is room for.
void DrawStatus(const Panel& panel, const ShownBatch* shown, int request, ImVec2 at, float width);

// The samples of one prompt: prompt, numbers, how each stands. Returns where they end.
float DrawBatchSamples(const Panel& panel, const ShownBatch* shown, Area area, float y);

}  // namespace decodescope
