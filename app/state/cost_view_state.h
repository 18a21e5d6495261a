// The state of the Cost view: which page, and what is modelled. It does not change what is counted.
#pragma once

#include <string>

#include "core/cost/cost_model.h"
#include "core/cost/shazeer.h"

namespace decodescope {

struct AppState;

enum class CostPage { Counted, Modelled, Shazeer };
enum class CostAxis { Batch, Context };

// The ends of the sliders.
constexpr double kLargestBatch = 4096, kLargestContext = 1'048'576;

// The limits of a person's own shape and hardware.
constexpr int kMostLayers = 1000, kMostWidth = 1 << 18, kMostHeads = 4096,
              kMostVocabulary = 1 << 24;
constexpr double kLeastRate = 1e6, kMostRate = 1e20;

struct CostViewState {
    CostPage page = CostPage::Counted;
    int shape = 3;     // 0: the model on screen; then KnownShapes(); then the person's own
    int hardware = 1;  // KnownHardware(); then the person's own
    StorageFormat weights = StorageFormat::Float16, cache = StorageFormat::Float16;
    double batch = 1, context = 1024;
    ModelShape own_shape;
    Hardware own_hardware;
    CostAxis axis = CostAxis::Batch;  // of the chart of Shazeer's terms

    friend bool operator==(const CostViewState&, const CostViewState&) = default;
};

int ShapeCount();
int HardwareCount();
inline bool IsOwnShape(const CostViewState& view) { return view.shape == ShapeCount() - 1; }
inline bool IsOwnHardware(const CostViewState& view) {
    return view.hardware == HardwareCount() - 1;
}

// As listed in a menu. `present` is the model on screen.
std::string ShapeTitle(int shape, const Model& present);
std::string HardwareTitle(int hardware);

// What is chosen.
ModelShape ShapeOf(const CostViewState& view, const Model& present);
Hardware HardwareOf(const CostViewState& view);
Scenario ScenarioOf(const CostViewState& view, const Model& present);

// The view with another choice. The person's own begins with the numbers shown before.
CostViewState WithShape(CostViewState view, int shape, const Model& present);
CostViewState WithHardware(CostViewState view, int hardware);
CostViewState WithOwnShape(CostViewState view, const ModelShape& shape);

// Every number in its range, and KV heads that divide the query heads.
CostViewState InRange(CostViewState view, const AppState& state);

}  // namespace decodescope
