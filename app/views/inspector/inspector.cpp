#include "app/views/inspector/inspector.h"

#include "app/apply/inspect_commands.h"
#include "app/panel/sum_words.h"
#include "app/state/changes.h"
#include "app/views/inspector/derivation_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/form.h"
#include "core/explain/narrate.h"
#include "core/explain/stored_words.h"
#include "core/model/formula.h"

namespace decodescope {
namespace {

// "2×2": the rows that the cell's pass computed, or that are cached, and the columns of its row.
std::string ShapeText(const Recording& recording, const Cell& cell, int cached) {
    const TensorInfo& info = InfoOf(cell.tensor);
    const Config& config = recording.config();
    int rows = 1, columns = 1;
    if (info.rows == Axis::Position) {
        if (const Pass* pass = recording.PassOfPosition(cell.row)) {
            rows = info.columns == Axis::Vocabulary ? 1 : static_cast<int>(pass->tokens.size());
            columns = info.columns == Axis::KeyPosition ? pass->last_position() + 1 : 0;
        }
        if (info.columns != Axis::KeyPosition) columns = Length(config, info.columns);
        const bool is_cached = cell.tensor == TensorId::CachedK || cell.tensor == TensorId::CachedV;
        if (is_cached) rows = cached;
    } else {
        rows = Length(config, info.rows);
        columns = Length(config, info.columns);
    }
    return FormatCount(rows) + "×" + FormatCount(columns);
}

void DrawPinMark(const Panel& panel, Area area, float y) {
    const Pen pen = panel.pen().Muted();
    const bool is_pinned = panel.state.ui.pinned.has_value();
    const std::string_view text = is_pinned ? "pinned" : "under the mouse";
    pen.WriteRight({area.max.x, y}, text);
    if (!is_pinned) return;
    const float left = area.max.x - pen.Width(text);
    pen.Draw(Icon::Pin, {left - panel.Px(14), y});
    const Area mark{{left - panel.Px(24), y - panel.Px(12)}, {area.max.x, y + panel.Px(12)}};
    if (TouchArea("inspector.pin", mark).clicked) panel.Emit(Pin{std::nullopt});
    panel.Spot("inspector.pin", mark);
    Tip(panel.theme, mark, "Unpin (Esc)");
}

void DrawHeading(const Panel& panel, const Cell& cell, double value, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen(), large = pen.In(FontRole::MonoLarge);
    const std::string number = FormatNumber(value, panel.state.preferences.numbers);
    const float width = large.Width(number) + 2 * panel.Px(m.field_padding);
    const float height = panel.Px(m.field_height);
    const Area box = AreaAt(area.max.x - width, std::round(y - height / 2), width, height);
    pen.Fill(box, m.field_radius);
    large.In(panel.theme.colors().on_ink).WriteMiddle(box.center(), number);

    const Heading heading = HeadingOf(panel.recording(), cell);
    const float room = box.min.x - panel.Px(m.gap) - area.min.x;
    const float x = large.WriteSubscripted({area.min.x, y}, large.Shortened(heading.symbol, room),
                                           heading.subscript);
    pen.Muted().WriteShortened({x + panel.Px(10), y}, heading.of, box.min.x - panel.Px(18) - x);
}

void DrawNothing(const Panel& panel, Column& column) {
    WriteParagraph(panel.pen().Muted(), column,
                   "Point at any number to see here how it was computed; the numbers that it was "
                   "computed from light up everywhere.\nA click pins it.");
}

// What is pinned belongs to a pass; the playhead is before it.
void DrawNotYet(const Panel& panel, const Cell& cell, Column& column) {
    const Recording& recording = panel.recording();
    const Heading heading = HeadingOf(recording, cell);
    const Playhead there = ComputedAt(recording, cell);
    const StageStep& at = recording.steps()[static_cast<size_t>(there.step)];
    const Pen pen = panel.pen(), large = pen.In(FontRole::MonoLarge).Muted();
    const float x =
        large.WriteSubscripted({column.left, column.y}, heading.symbol, heading.subscript);
    pen.Muted().WriteShortened({x + panel.Px(10), column.y}, heading.of, column.right - x);
    column.y += panel.Px(panel.theme.metrics.inspector_formula);
    std::string words = "Not computed yet: " + PassTitle(recording.pass(there.pass)) + " does, at ";
    words += InfoOf(at.stage).title;
    if (recording.config().layers > 1 && InfoOf(at.stage).per_layer)
        words += " of layer " + std::to_string(at.layer);
    WriteParagraph(pen.Muted(), column, words + ".");
    panel.Spot("inspector.not_yet", column.Block(panel.Px(panel.theme.metrics.gap)));
}

// Parameters are given; everything else is computed by the engine.
std::string_view KindOf(const Cell& cell) {
    return InfoOf(cell.tensor).is_parameter ? "given" : "computed";
}

// After an edit, the number that was here before it: "was 0.330".
void DrawNumberBefore(const Panel& panel, const Cell& cell, ImVec2 right_of) {
    const std::optional<double> before = NumberBefore(panel.state, cell);
    if (!before) return;
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen().Strong();
    const std::string words = "was " + FormatNumber(*before, panel.state.preferences.numbers);
    const float x = right_of.x + panel.Px(m.field_padding), height = panel.Px(m.line_height);
    pen.Write({x, right_of.y}, words);
    panel.Spot("inspector.before", AreaAt(x, right_of.y - height / 2, pen.Width(words), height));
}

// A weight from a file: how it is stored there.
void DrawStored(const Panel& panel, const Cell& cell, Column& column) {
    if (!InfoOf(cell.tensor).is_parameter) return;
    const std::optional<std::string> words = StoredWords(panel.recording().model(), cell);
    if (!words) return;
    const float top = column.y;
    WriteParagraph(panel.pen(), column, "Stored as " + *words);
    panel.Spot("inspector.stored",
               {{column.left, top - panel.Px(panel.theme.metrics.line_height) / 2},
                {column.right, column.y}});
}

void DrawInspected(const Panel& panel, const Derivation& derivation, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen().Muted(), mono = pen.In(FontRole::Mono);
    const Area area = column.Block(0);
    DrawHeading(panel, derivation.cell, derivation.value, area, column.y);
    column.y += panel.Px(m.inspector_formula);
    const std::string shape =
        ShapeText(panel.recording(), derivation.cell,
                  CacheLengthAt(panel.recording(), panel.state.ui.playhead, derivation.cell.layer));
    mono.WriteRight({column.right, column.y}, shape);
    pen.WriteShortened({column.left, column.y}, FormulaLine(panel.recording(), derivation.cell),
                       column.width() - mono.Width(shape) - panel.Px(12));
    column.y += panel.Px(m.line_height + 2);
    pen.WriteRight({column.right, column.y}, KindOf(derivation.cell));
    const float x = mono.Write({column.left, column.y},
                               FormatExact(derivation.value, panel.state.preferences.numbers));
    DrawNumberBefore(panel, derivation.cell, {x, column.y});
    column.y += panel.Px(m.title_gap - 6);
    column.y = DrawDerivation(panel, derivation, area, column.y);
    DrawStored(panel, derivation.cell, column);
    EndColumn(column);
}

}  // namespace

void DrawInspector(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("inspector", panel.theme, area, c.panel, true);
    const Pen pen = panel.pen();
    const float title = ImGui::GetCursorScreenPos().y + panel.Px(m.margin);
    Column column = ColumnIn(area, panel.Px(m.margin), title + panel.Px(m.title_gap + 4));
    pen.In(FontRole::PanelTitle).Write({column.left, title}, "Inspector");
    if (panel.derived.derivation) {
        // Beside the button that folds the panel.
        const Area row = column.Block(0);
        DrawPinMark(panel, {row.min, {row.max.x - panel.Px(m.strip_button), row.max.y}}, title);
        DrawInspected(panel, *panel.derived.derivation, column);
    } else if (const auto cell = LookedAt(panel.state.ui); cell && panel.recording().Has(*cell)) {
        DrawPinMark(panel, column.Block(0), title);
        DrawNotYet(panel, *cell, column);
    } else {
        column.y -= panel.Px(4);
        DrawNothing(panel, column);
    }
    pen.In(c.line).Vertical(area.min.x, area.min.y, area.max.y);
    EndPanel();
}

}  // namespace decodescope
