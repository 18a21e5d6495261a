// How the view Cost is looked at: which page, and what is modelled. None of it changes what is
// counted.
#pragma once

#include <string>

#include "core/cost/cost_model.h"
#include "core/cost/shazeer.h"

namespace decodescope {

struct AppState;

enum class CostPage { Counted, Modelled, Shazeer };
enum class CostAxis { Batch, Context };

// Of the sliders.
constexpr double kLargestBatch = 4096, kLargestContext = 1'048'576;

struct CostViewState {
    CostPage page = CostPage::Counted;
    int shape =
        3;  // 0: the model on the screen; then those of KnownShapes(); then the person's own
    int hardware = 1;  // those of KnownHardware(); then the person's own
    StorageFormat weights = StorageFormat::Float16, cache = StorageFormat::Float16;
    double batch = 1, context = 1024;
    ModelShape own_shape;
    Hardware own_hardware;
    CostAxis axis = CostAxis::Batch;  // along which Shazeer's terms are drawn

    friend bool operator==(const CostViewState&, const CostViewState&) = default;
};

int ShapeCount();
int HardwareCount();
inline bool IsOwnShape(const CostViewState& view) { return view.shape == ShapeCount() - 1; }
inline bool IsOwnHardware(const CostViewState& view) {
    return view.hardware == HardwareCount() - 1;
}

// Their names in a list of choices. `present` is the model on the screen.
std::string ShapeTitle(int shape, const Model& present);
std::string HardwareTitle(int hardware);

// What is chosen.
ModelShape ShapeOf(const CostViewState& view, const Model& present);
Hardware HardwareOf(const CostViewState& view);
Scenario ScenarioOf(const CostViewState& view, const Model& present);

// The view with another choice. One's own begins as what was shown before.
CostViewState WithShape(CostViewState view, int shape, const Model& present);
CostViewState WithHardware(CostViewState view, int hardware);
CostViewState WithOwnShape(CostViewState view, const ModelShape& shape);

// Every number in its range, and KV heads that divide the query heads.
CostViewState InRange(CostViewState view, const AppState& state);

}  // namespace decodescope
