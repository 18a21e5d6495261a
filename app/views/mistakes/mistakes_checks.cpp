#include "app/views/mistakes/mistakes_checks.h"

#include <algorithm>
#include <string>

#include "app/panel/verdict.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kIndent = 34, kRow = 30, kUnder = 20, kPadding = 14, kCodeLine = kRow - 4;

// How many invariants hold at the end of the shown pass.
std::string Summary(const MistakesViewData& data, Mistake mistake) {
    const auto broken = std::ranges::count_if(data.invariants, &InvariantLine::is_broken);
    const auto applying = std::ranges::count_if(data.invariants, &InvariantLine::applies);
    const std::string when = " after pass " + std::to_string(data.pass);
    if (broken == 0 && data.broken > 0) return "nothing is violated yet" + when;
    if (broken == 0 && mistake != Mistake::None)
        return "nothing is violated: it does not show in these passes";
    if (broken == 0) return "all " + std::to_string(applying) + " hold" + when;
    return std::to_string(broken) + " of " + std::to_string(applying) + " violated" + when;
}

void DrawLine(const Panel& panel, const InvariantLine& line, Column& column) {
    const InvariantInfo& info = InfoOf(line.invariant);
    const Pen pen = panel.pen();
    const Area row = column.Block(panel.Px(kRow));
    const float y = row.center().y, x = column.left + panel.Px(kIndent);
    if (line.applies) {
        DrawVerdict(pen, {column.left + panel.Px(kVerdictRadius), y}, !line.is_broken);
    } else {
        pen.Muted().Horizontal(column.left + panel.Px(4),
                               column.left + panel.Px(2 * kVerdictRadius - 4), y);
    }
    const float end = pen.Strong(line.is_broken).Muted(!line.applies).Write({x, y}, info.title);
    if (!line.applies) pen.Muted().Write({end + panel.Px(10), y}, "does not apply here");
    column.y = row.max.y;
    if (line.is_broken) {
        const float half = panel.Px(kUnder) / 2;
        column.y =
            pen.WriteParagraph({x, column.y + half - panel.Px(4)}, line.first, column.right - x) -
            half;
        if (!line.is_now) {
            pen.Muted().Write({x, column.y + half}, "not in this pass");
            column.y += panel.Px(kUnder);
        }
    }
    const Area area{row.min, {row.max.x, column.y}};
    panel.Spot("mistakes.check." + std::string(info.name), area);
    Tip(panel.theme, area, info.sentence);
}

void DrawCodeLine(const Panel& panel, Column& column, std::string_view text,
                  std::optional<bool> is_right) {
    const Pen pen = panel.pen();
    if (is_right) {
        DrawVerdict(pen, {column.left + panel.Px(kVerdictRadius), column.y}, *is_right);
    }
    const Pen code = pen.In(FontRole::Mono).Strong(is_right.has_value()).Muted(!is_right);
    code.Write({column.left + panel.Px(kIndent), column.y},
               code.Strong().Shortened(text, column.width() - panel.Px(kIndent)));
    column.y += panel.Px(kCodeLine);
}

}  // namespace

void DrawMistakesChecks(const Panel& panel, const MistakesViewData& data, Column& column) {
    const Pen pen = panel.pen();
    const MistakesViewState& view = panel.state.ui.mistakes;
    column.y += panel.Px(10);
    pen.In(FontRole::ContainerTitle).Write({column.left, column.y}, "What must hold");
    column.y += panel.Px(24);
    pen.Muted().Write({column.left, column.y}, view.hides_checks() ? "hidden until you answer"
                                                                   : Summary(data, view.mistake));
    column.y += panel.Px(18);
    if (view.hides_checks()) return;
    for (const InvariantLine& line : data.invariants) DrawLine(panel, line, column);
}

void DrawMistakesCode(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    if (view.is_hidden() || view.mistake == Mistake::None) return;
    const MistakeCode& code = InfoOf(view.mistake).code;
    const int lines = 2 + !code.before.empty() + !code.after.empty();
    const float padding = panel.Px(kPadding), pitch = panel.Px(kCodeLine);
    const Area block = column.Block(static_cast<float>(lines) * pitch + padding);
    panel.pen().In(panel.theme.colors().block).Fill(block, panel.theme.metrics.field_radius);
    Column inside = ColumnIn(block, padding, block.min.y + padding / 2 + pitch / 2);
    if (!code.before.empty()) DrawCodeLine(panel, inside, code.before, std::nullopt);
    DrawCodeLine(panel, inside, code.wrong, false);
    DrawCodeLine(panel, inside, code.right, true);
    if (!code.after.empty()) DrawCodeLine(panel, inside, code.after, std::nullopt);
    panel.Spot("mistakes.code", block);
    column.y = block.max.y;
}

}  // namespace decodescope
