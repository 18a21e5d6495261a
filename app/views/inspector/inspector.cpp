#include "app/views/inspector/inspector.h"

#include "app/state/changes.h"
#include "app/views/inspector/derivation_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"
#include "core/model/formula.h"

namespace decodescope {
namespace {

// A cell's heading: "h" with a lowered "0", then "of B 3".
struct Heading {
    std::string symbol;
    std::string subscript;
    std::string of;
};

Heading HeadingOf(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    Heading heading{.symbol = std::string(info.symbol), .subscript = "", .of = ""};
    if (info.columns == Axis::Vocabulary) {
        heading.symbol += "(" + TokenText(recording, cell.column) + ")";
    } else if (info.columns == Axis::KeyPosition) {
        heading.of = " on " + TokenWithPosition(recording, cell.column);
    } else if (info.columns != Axis::One) {
        heading.subscript = std::to_string(cell.column);
    }
    if (info.rows == Axis::Position) {
        const bool names_itself = info.columns == Axis::Vocabulary;
        if (!names_itself) heading.of = "of " + TokenWithPosition(recording, cell.row) + heading.of;
    } else if (info.rows == Axis::Vocabulary) {
        heading.of = "of " + TokenText(recording, cell.row);
    } else if (info.rows != Axis::One) {
        heading.subscript = std::to_string(cell.row) + "," + heading.subscript;
    }
    return heading;
}

std::string FormulaLine(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    const Config& config = recording.config();
    std::string text = FormulaOf(recording.model(), cell.tensor, cell.layer);
    if (text.empty()) text = info.title;
    if (config.layers > 1 && info.per_layer) text += ", layer " + std::to_string(cell.layer);
    if (HeadCount(config, cell.tensor) > 1) {
        text += info.per_head == PerHead::Kv ? ", KV head " : ", head ";
        text += std::to_string(cell.head);
    }
    return text;
}

// "2×2": the rows that the cell's pass computed, and the columns of its row.
std::string ShapeText(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    const Config& config = recording.config();
    int rows = 1, columns = 1;
    if (info.rows == Axis::Position) {
        if (const Pass* pass = recording.PassOfPosition(cell.row)) {
            rows = info.columns == Axis::Vocabulary ? 1 : static_cast<int>(pass->tokens.size());
            columns = info.columns == Axis::KeyPosition ? pass->last_position() + 1 : 0;
        }
        if (info.columns != Axis::KeyPosition) columns = Length(config, info.columns);
    } else {
        rows = Length(config, info.rows);
        columns = Length(config, info.columns);
    }
    return FormatCount(rows) + "×" + FormatCount(columns);
}

void DrawPinMark(const Panel& panel, Area area, float y) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_pinned = panel.state.ui.pinned.has_value();
    const std::string_view text = is_pinned ? "pinned" : "under the mouse";
    DrawText(list, panel.theme, FontRole::Label, {area.max.x, y}, c.muted, text, Anchor::Right);
    if (!is_pinned) return;
    const float width = TextWidth(panel.theme, FontRole::Label, text);
    DrawIcon(list, Icon::Pin, {area.max.x - width - panel.Px(14), y}, panel.Px(16), c.muted,
             panel.Px(2));
    const Area mark{{area.max.x - width - panel.Px(24), y - panel.Px(12)},
                    {area.max.x, y + panel.Px(12)}};
    if (TouchArea("inspector.pin", mark).clicked) panel.Emit(Pin{std::nullopt});
    panel.Spot("inspector.pin", mark);
    Tip(panel.theme, mark, "Let it go (Esc)");
}

void DrawHeading(const Panel& panel, const Cell& cell, double value, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string number = FormatNumber(value, panel.state.preferences.numbers);
    const float width =
        TextWidth(panel.theme, FontRole::MonoLarge, number) + 2 * panel.Px(m.field_padding);
    const float height = panel.Px(m.field_height);
    const Area box = AreaAt(area.max.x - width, std::round(y - height / 2), width, height);
    list.AddRectFilled(box.min, box.max, c.ink, panel.Px(m.field_radius));
    DrawText(list, panel.theme, FontRole::MonoLarge, box.center(), c.on_ink, number,
             Anchor::Middle);

    const Heading heading = HeadingOf(panel.recording(), cell);
    const float room = box.min.x - panel.Px(m.gap) - area.min.x;
    const float x = DrawSubscripted(
        list, panel.theme, FontRole::MonoLarge, {area.min.x, y}, c.ink,
        Shortened(panel.theme, FontRole::MonoLarge, heading.symbol, room), heading.subscript);
    DrawText(list, panel.theme, FontRole::Label, {x + panel.Px(10), y}, c.muted,
             Shortened(panel.theme, FontRole::Label, heading.of, box.min.x - panel.Px(18) - x));
}

void DrawNothing(const Panel& panel, Area area, float y) {
    DrawParagraph(
        *ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, {area.min.x, y},
        panel.theme.colors().muted,
        "Point at any number: here it says what it was made from, and the numbers that it "
        "came from light up everywhere.\nA click pins it.",
        area.width());
}

// Parameters are given; everything else the engine computed.
std::string_view KindOf(const Cell& cell) {
    return InfoOf(cell.tensor).is_parameter ? "given" : "computed";
}

// After an edit, what stood here before it: "was 0.330".
void DrawNumberBefore(const Panel& panel, const Cell& cell, Area right_of) {
    const std::optional<double> before = NumberBefore(panel.state, cell);
    if (!before) return;
    const std::string words = "was " + FormatNumber(*before, panel.state.preferences.numbers);
    const float x = right_of.min.x + panel.Px(panel.theme.metrics.field_padding);
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::LabelStrong, {x, right_of.min.y},
             panel.theme.colors().ink, words);
    const float height = panel.Px(panel.theme.metrics.line_height);
    panel.Spot("inspector.before",
               AreaAt(x, right_of.min.y - height / 2,
                      TextWidth(panel.theme, FontRole::LabelStrong, words), height));
}

void DrawInspected(const Panel& panel, const Derivation& derivation, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawHeading(panel, derivation.cell, derivation.value, area, y);
    y += panel.Px(m.inspector_formula);
    const std::string shape = ShapeText(panel.recording(), derivation.cell);
    DrawText(list, panel.theme, FontRole::Mono, {area.max.x, y}, c.muted, shape, Anchor::Right);
    const float room = area.width() - TextWidth(panel.theme, FontRole::Mono, shape) - panel.Px(12);
    DrawText(list, panel.theme, FontRole::Label, {area.min.x, y}, c.muted,
             Shortened(panel.theme, FontRole::Label,
                       FormulaLine(panel.recording(), derivation.cell), room));
    y += panel.Px(m.line_height + 2);
    DrawText(list, panel.theme, FontRole::Label, {area.max.x, y}, c.muted, KindOf(derivation.cell),
             Anchor::Right);
    const float x = DrawText(list, panel.theme, FontRole::Mono, {area.min.x, y}, c.muted,
                             FormatExact(derivation.value, panel.state.preferences.numbers));
    DrawNumberBefore(panel, derivation.cell, {{x, y}, area.max});
    y += panel.Px(m.title_gap - 6);
    y = DrawDerivation(panel, derivation, area, y);
    ImGui::SetCursorScreenPos({area.min.x, y});
    ImGui::Dummy({1, 1});
}

}  // namespace

void DrawInspector(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("inspector", panel.theme, area, c.panel, true);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + panel.Px(m.margin), top},
                      {area.max.x - panel.Px(m.margin), area.max.y}};
    float y = top + panel.Px(m.margin);
    DrawText(list, panel.theme, FontRole::PanelTitle, {inside.min.x, y}, c.ink, "Inspector");
    y += panel.Px(m.title_gap + 4);
    if (panel.derived.derivation) {
        DrawPinMark(panel, inside, top + panel.Px(m.margin));
        DrawInspected(panel, *panel.derived.derivation, inside, y);
    } else {
        DrawNothing(panel, inside, y - panel.Px(4));
    }
    DrawVertical(list, panel.theme, area.min.x, area.min.y, area.max.y, c.line);
    EndPanel();
}

}  // namespace decodescope
