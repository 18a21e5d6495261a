#include "app/views/cost/cost_modelled.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panel/verdict.h"
#include "app/views/cost/cost_card.h"
#include "app/views/cost/cost_charts.h"
#include "app/views/cost/cost_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/cost/modelled_table.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kBar = 16, kBarRow = 21, kBarLabel = 84, kPartLabel = 186, kKey = 12,
                kRoofLeast = 96, kRoofMost = 330;
constexpr float kRoofLeft = 88, kRoofRight = 26, kRoofBelow = 46, kBelowRoof = 150;

// How the bars of a step's times are filled.
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

// A term of the step in one of its two lanes.
struct Bar {
    Fill fill;
    const char* hotspot;
    double from, length;  // seconds
};

// The step from left to right, first its linear layers and then attention: what is read above, what
// is multiplied at the same time below. In each part the longer bar is what it waits for.
void DrawTimeBars(const Panel& panel, Column& column, const StepTime& step) {
    const Pen pen = panel.pen();
    const float left = column.left + panel.Px(kBarLabel), height = panel.Px(kBar);
    const double scale = static_cast<double>(column.right - left) / step.total();
    const auto x_of = [&](double seconds) { return left + static_cast<float>(seconds * scale); };
    const double linear = step.linear.total();
    const auto lane = [&](const char* name, const std::array<Bar, 2>& bars) {
        pen.Muted().Write({column.left, column.y}, name);
        for (const Bar& bar : bars) {
            const Area area{{x_of(bar.from), column.y - height / 2},
                            {x_of(bar.from + bar.length), column.y + height / 2}};
            FillBar(panel, area, bar.fill);
            panel.Spot(bar.hotspot, area);
        }
        column.y += panel.Px(kBarRow);
    };
    const float top = column.y - height / 2;
    lane("memory", {Bar{Fill::Weights, "cost.bar.weights", 0, step.linear.reading},
                    {Fill::Cache, "cost.bar.cache", linear, step.attention.reading}});
    lane("arithmetic",
         {Bar{Fill::Arithmetic, "cost.bar.arithmetic", 0, step.linear.arithmetic},
          {Fill::Arithmetic, "cost.bar.attention", linear, step.attention.arithmetic}});
    const float bottom = column.y - panel.Px(kBarRow) + height / 2;
    pen.In(panel.theme.colors().ink)
        .Vertical(x_of(linear), top - panel.Px(4), bottom + panel.Px(4));
}

// A number with its words; pointed at, its formula filled in, beside `picture`, which shows the
// same in its way. Returns where it ends.
float WriteRow(const Panel& panel, ImVec2 at, const ModelledRow& row, std::string_view words,
               Area picture, FontRole digits = FontRole::MonoStrong) {
    const Pen pen = panel.pen();
    float x = at.x;
    if (!words.empty()) x = pen.Muted().Write(at, words) + panel.Px(7);
    x = pen.In(digits).Write({x, at.y}, row.text);
    const Area area{{at.x, at.y - panel.Px(11)}, {x, at.y + panel.Px(11)}};
    panel.Spot("cost.number." + std::string(row.key), area);
    Tip(panel.theme, area, row.Explanation(), picture);
    return x;
}

// A part of the step as the formula that it is: max(weights, matrix products).
struct PartLine {
    StepTerm part, reading, arithmetic;
    Fill fill;
};
constexpr PartLine kPartLines[] = {
    {StepTerm::LinearLayers, StepTerm::Weights, StepTerm::MatrixProducts, Fill::Weights},
    {StepTerm::Attention, StepTerm::Cache, StepTerm::AttentionArithmetic, Fill::Cache},
};

void DrawParts(const Panel& panel, Column& column, const StepRows& rows) {
    const Pen pen = panel.pen();
    const float key = panel.Px(kKey), gap = panel.Px(7), row = panel.Px(kBarRow);
    constexpr auto kLines = static_cast<float>(std::size(kPartLines));
    const Area bars_and_parts{{column.left, column.y - (kLines + 0.5f) * row},
                              {column.right, column.y + (kLines - 0.5f) * row}};
    for (const PartLine& line : kPartLines) {
        const float y = column.y;
        const auto term = [&](float x, Fill fill, const ModelledRow& number,
                              std::string_view words) {
            FillBar(panel, AreaAt(x, y - key / 2, key, key), fill);
            return WriteRow(panel, {x + key + gap, y}, number, words, bars_and_parts);
        };
        WriteRow(panel, {column.left, y}, At(rows, line.part), At(rows, line.part).label,
                 bars_and_parts);
        float x = pen.Muted().Write({column.left + panel.Px(kPartLabel), y}, "= max(") + gap;
        x = term(x, line.fill, At(rows, line.reading), At(rows, line.reading).label);
        x = pen.Muted().Write({x, y}, ",") + gap;
        x = term(x, Fill::Arithmetic, At(rows, line.arithmetic), "");
        pen.Muted().Write({x, y}, ")");
        column.y += row;
    }
    column.y += panel.Px(8);
}

// What is to be said beside the time, if anything.
void DrawReservation(const Panel& panel, Column& column, const Scenario& scenario) {
    const std::string words = Reservation(scenario, panel.point());
    if (words.empty()) return;
    const Pen pen = panel.pen().Strong();
    const float radius = panel.Px(9);
    DrawVerdict(panel.pen(), {column.left + radius, column.y}, false, 9);
    const float x = column.left + 2 * radius + panel.Px(panel.theme.metrics.gap);
    const float top = column.y - radius;
    column.y = pen.WriteParagraph({x, column.y}, words, column.right - x, 2);
    panel.Spot("cost.reservation", {{column.left, top}, {column.right, column.y}});
    column.y += panel.Px(4);
}

void DrawStep(const Panel& panel, Column& column, const Scenario& scenario) {
    const Pen pen = panel.pen();
    const StepRows rows = DecodeRows(scenario, panel.point());
    column.y += panel.Px(6);
    float x = pen.Strong().Write({column.left, column.y}, "One decode step");
    const Area line{{column.left, column.y - panel.Px(12)},
                    {column.right, column.y + panel.Px(12)}};
    x = WriteRow(panel, {x + panel.Px(14), column.y}, At(rows, StepTerm::Step), "", line,
                 FontRole::MonoLarge);
    x = pen.Muted().Write({x + panel.Px(10), column.y}, "lower bound");
    x = WriteRow(panel, {x + panel.Px(14), column.y}, At(rows, StepTerm::Tokens),
                 scenario.batch > 1 ? "at most, all together" : "at most", line, FontRole::Mono);
    panel.Spot("cost.step", {line.min, {x, line.max.y}});
    column.y += panel.Px(27);
    DrawReservation(panel, column, scenario);
    const StepTime step = DecodeStepTime(scenario);
    DrawTimeBars(panel, column, step);
    DrawParts(panel, column, rows);
    pen.Strong().WriteShortened({column.left, column.y}, SentenceOf(step.bottleneck()),
                                column.width());
    panel.Spot("cost.bottleneck",
               {{column.left, column.y - panel.Px(11)}, {column.right, column.y + panel.Px(11)}});
    column.y += panel.Px(20);
}

void DrawCrossings(const Panel& panel, Column& column, const Scenario& scenario) {
    const float top = column.y - panel.Px(11);
    for (const std::string& sentence :
         {BatchSentence(scenario), AttentionSentence(scenario, panel.point()),
          ContextSentence(scenario)}) {
        DrawSentence(panel, column, sentence);
    }
    panel.Spot("cost.crossings", {{column.left, top}, {column.right, column.y - panel.Px(11)}});
}

// The formulas of all that is said about memory.
std::string MemoryTip(const Scenario& scenario, char point) {
    std::string text;
    for (const ModelledRow& row : MemoryRowsOf(scenario, point)) {
        text += (text.empty() ? "" : "\n\n") + row.Explanation();
    }
    return text;
}

// Weights and cache compared to the memory, whose end is marked.
void DrawMemory(const Panel& panel, Column& column, const Scenario& scenario) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const MemoryNeed memory = MemoryOf(scenario);
    column.y += panel.Px(4);
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
    Tip(panel.theme, {{column.left, top}, {column.right, bottom}},
        MemoryTip(scenario, panel.point()));
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
    DrawCardTitle(panel, column, "Modelled", "A lower bound; point at a number for its formula.");
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
