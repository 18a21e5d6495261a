#include "app/views/cost/cost_modelled.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/cost/cost_card.h"
#include "app/views/cost/cost_charts.h"
#include "app/views/cost/cost_controls.h"
#include "app/views/cost/cost_words.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kBar = 16, kBarRow = 22, kBarLabel = 84, kKey = 12, kRoofLeast = 165,
                kRoofMost = 330;
constexpr float kRoofLeft = 88, kRoofRight = 26, kRoofBelow = 46, kBelowRoof = 196;

// How the bars of a step's three times are filled.
enum class Fill { Weights, Cache, Arithmetic };

void FillBar(const Panel& panel, Area bar, Fill fill) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (bar.width() < 1) return;
    if (fill != Fill::Arithmetic) {
        pen.In(fill == Fill::Weights ? c.timeline_done : c.cached_solid).Fill(bar);
        return;
    }
    pen.In(c.block).Fill(bar);
    DrawHatching(list, bar, c.ink, panel.Px(6), panel.Px(1.5f));
    pen.In(c.ink).Frame(bar);
}

struct Part {
    std::string_view name;
    Fill fill;
    double StepTime::*time;
};
constexpr Part kParts[] = {{"weights", Fill::Weights, &StepTime::weights},
                           {"cache", Fill::Cache, &StepTime::cache},
                           {"arithmetic", Fill::Arithmetic, &StepTime::arithmetic}};

// The two parts of the memory time in one bar, arithmetic at the same time below: the longer bar is
// the step.
void DrawTimeBars(const Panel& panel, Column& column, const StepTime& step) {
    const Pen pen = panel.pen();
    const float left = column.left + panel.Px(kBarLabel), height = panel.Px(kBar);
    const double scale = static_cast<double>(column.right - left) / step.total();
    const auto bar = [&](double from, double length) {
        return Area{{left + static_cast<float>(from * scale), column.y - height / 2},
                    {left + static_cast<float>((from + length) * scale), column.y + height / 2}};
    };
    pen.Muted().Write({column.left, column.y}, "memory");
    FillBar(panel, bar(0, step.weights), Fill::Weights);
    FillBar(panel, bar(step.weights, step.cache), Fill::Cache);
    panel.Spot("cost.bar.weights", bar(0, step.weights));
    panel.Spot("cost.bar.cache", bar(step.weights, step.cache));
    column.y += panel.Px(kBarRow);
    pen.Muted().Write({column.left, column.y}, "arithmetic");
    FillBar(panel, bar(0, step.arithmetic), Fill::Arithmetic);
    panel.Spot("cost.bar.arithmetic", bar(0, step.arithmetic));
    column.y += panel.Px(kBarRow);
    // What the fills mean, and how long each part takes.
    float x = left;
    for (const Part& part : kParts) {
        const float key = panel.Px(kKey);
        FillBar(panel, AreaAt(x, column.y - key / 2, key, key), part.fill);
        x = pen.Muted().Write({x + key + panel.Px(7), column.y}, part.name);
        x = pen.In(FontRole::MonoStrong)
                .Write({x + panel.Px(7), column.y},
                       FormatQuantity(step.*part.time, "s", panel.point())) +
            panel.Px(18);
    }
    column.y += panel.Px(30);
}

void DrawStep(const Panel& panel, Column& column, const Scenario& scenario) {
    const char point = panel.point();
    const Pen pen = panel.pen();
    const StepTime step = DecodeStepTime(scenario);
    column.y += panel.Px(6);
    float x = pen.Strong().Write({column.left, column.y}, "One decode step");
    x = pen.In(FontRole::MonoLarge)
            .Write({x + panel.Px(14), column.y}, FormatQuantity(step.total(), "s", point));
    const std::string tokens = FormatThreeDigits(scenario.batch / step.total(), point) +
                               " tokens/s" + (scenario.batch > 1 ? " in total" : "");
    x = pen.Muted().Write({x + panel.Px(16), column.y}, tokens);
    const std::string rates =
        FormatQuantity(scenario.hardware.bandwidth, "B/s", point) + " · " +
        FormatQuantity(RateFor(scenario.hardware, scenario.weights), "FLOP/s", point) +
        (IsWidened(scenario.hardware, scenario.weights) ? " in 16 bits" : "");
    if (x + panel.Px(16) + pen.Width(rates) < column.right) {
        pen.Muted().WriteRight({column.right, column.y}, rates);
    }
    panel.Spot("cost.step", {{column.left, column.y - panel.Px(12)}, {x, column.y + panel.Px(12)}});
    column.y += panel.Px(30);
    DrawTimeBars(panel, column, step);
    pen.Strong().WriteShortened({column.left, column.y}, BottleneckSentence(step), column.width());
    panel.Spot("cost.bottleneck",
               {{column.left, column.y - panel.Px(11)}, {column.right, column.y + panel.Px(11)}});
    column.y += panel.Px(20);
}

void DrawCrossings(const Panel& panel, Column& column, const Scenario& scenario) {
    const char point = panel.point();
    const float top = column.y - panel.Px(11);
    for (const std::string& sentence :
         {BatchSentence(scenario, point), ContextSentence(scenario, point),
          ArithmeticContextSentence(scenario, point)}) {
        if (!sentence.empty()) DrawSentence(panel, column, sentence);
    }
    panel.Spot("cost.crossings", {{column.left, top}, {column.right, column.y - panel.Px(11)}});
}

// Weights and cache compared to the memory, whose end is marked.
void DrawMemory(const Panel& panel, Column& column, const Scenario& scenario) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const MemoryNeed memory = MemoryOf(scenario);
    column.y += panel.Px(8);
    pen.Strong().Write({column.left, column.y}, "Memory");
    const float left = column.left + panel.Px(kBarLabel), height = panel.Px(kBar);
    const double size = scenario.hardware.memory;
    const double scale = static_cast<double>(column.right - left) / std::max(memory.total(), size);
    const auto x_of = [&](double bytes) { return left + static_cast<float>(bytes * scale); };
    const float top = column.y - height / 2, bottom = column.y + height / 2;
    list.AddRectFilled({left, top}, {x_of(size), bottom}, c.neutral_cell);
    FillBar(panel, {{left, top}, {x_of(memory.weights), bottom}}, Fill::Weights);
    FillBar(panel, {{x_of(memory.weights), top}, {x_of(memory.total()), bottom}}, Fill::Cache);
    list.AddLine({x_of(size), top - panel.Px(4)}, {x_of(size), bottom + panel.Px(4)}, c.ink,
                 panel.theme.Whole(2));
    panel.Spot("cost.memory", {{left, top}, {column.right, bottom}});
    column.y += panel.Px(kBarRow + 2);
    DrawSentence(panel, column, MemorySentence(scenario, panel.point()));
}

// The height that the rest of the card leaves for the roofline, within bounds.
float RoofHeight(const Panel& panel, Area area, const Column& column) {
    const float scrolled = ImGui::GetScrollY();
    const float left = area.max.y - (column.y + scrolled) - panel.Px(kBelowRoof);
    return std::clamp(left, panel.Px(kRoofLeast), panel.Px(kRoofMost));
}

}  // namespace

void DrawCostModelled(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    Column column = BeginCard(panel, "cost.modelled", area, c.canvas);
    DrawCardTitle(
        panel, column, "Modelled",
        "From data sheets, nothing is run: bytes / bandwidth, operations / rate. GB = 10⁹ bytes.");
    DrawCostControls(panel, column);
    const Scenario scenario = ScenarioOf(panel.state.ui.cost, *panel.state.document.recipe.model);
    DrawStep(panel, column, scenario);
    const float height = RoofHeight(panel, area, column);
    DrawRoofline(panel,
                 {{column.left + panel.Px(kRoofLeft), column.y},
                  {column.right - panel.Px(kRoofRight), column.y + height - panel.Px(kRoofBelow)}},
                 scenario);
    column.y += height + panel.Px(14);
    DrawCrossings(panel, column, scenario);
    DrawMemory(panel, column, scenario);
    DrawDashedRect(*ImGui::GetWindowDrawList(), area.Grown(-panel.Px(1)), 0, c.field_border,
                   panel.theme.Whole(1.5f), {panel.Px(7), panel.Px(5)});
    panel.Spot("cost.modelled", area);
    EndCard(column);
}

}  // namespace decodescope
