// Charts with two logarithmic axes, and the roofline as one of them.
#pragma once

#include <string>
#include <string_view>

#include "app/panel/panel.h"
#include "app/views/cost/cost_view_data.h"

namespace decodescope {

struct ChartAxes {
    LogScale x, y;
    std::string x_title, y_title;
    std::string_view y_unit = "";  // with an SI prefix; empty: three digits
};

// Grid lines with numbers, and what the axes count. `chart` is the inside.
void DrawChartAxes(const Panel& panel, Area chart, const ChartAxes& axes);

ImVec2 PlaceIn(Area chart, ChartPoint point);

void DrawRoofline(const Panel& panel, Area chart, const Scenario& scenario);

}  // namespace decodescope
