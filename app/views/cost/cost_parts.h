// The parts of the view Cost, each on a card of its own, and what they share.
#pragma once

#include <string>
#include <string_view>

#include "app/panel/panel.h"
#include "app/views/cost/cost_view_data.h"

namespace decodescope {

void DrawCostCounted(const Panel& panel, Area area);
void DrawCostModelled(const Panel& panel, Area area);
void DrawCostShazeer(const Panel& panel, Area area);

// --- What they are made of -----------------------------------------------------------------------

// From the top of a card downwards: where the next line's capitals have their middle.
struct CostColumn {
    float left, right, y;

    float width() const { return right - left; }
};

// A card inside the view's window, with a scrollbar where it needs one; its column inside the
// margins.
CostColumn BeginCard(const Panel& panel, const char* name, Area card, ImU32 fill);

// Ends it: it scrolls as far as the column reaches.
void EndCard(const CostColumn& column);

// A card's name, and what kind of numbers stand on it.
void DrawCardTitle(const Panel& panel, CostColumn& column, std::string_view title,
                   std::string_view sentence);

void DrawSentence(const Panel& panel, CostColumn& column, std::string_view sentence);

// The choices of what is modelled: shape, machine, formats, KV heads; batch and context.
void DrawCostControls(const Panel& panel, CostColumn& column);

// One's own numbers, where they are chosen.
void DrawOwnShape(const Panel& panel, CostColumn& column);
void DrawOwnHardware(const Panel& panel, CostColumn& column);

// Batch and context as sliders, side by side.
void DrawCostSliders(const Panel& panel, CostColumn& column);
void DrawShapeAndKvHeads(const Panel& panel, CostColumn& column);

void DrawRoofline(const Panel& panel, Area area, const Scenario& scenario);

// A chart's two logarithmic axes: lines, numbers, and what they count. `chart` is the inside.
struct ChartAxes {
    LogScale x, y;
    std::string x_title, y_title;
    std::string_view y_unit = "";  // with a prefix of the SI; else three digits
};
void DrawChartAxes(const Panel& panel, Area chart, const ChartAxes& axes);
ImVec2 PlaceIn(Area chart, ChartPoint point);

}  // namespace decodescope
