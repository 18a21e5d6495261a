#include "app/views/mistakes/mistakes_checks.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/panel/verdict.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kIndent = 34, kRow = 28, kUnder = 20, kPadding = 14, kCodeLine = 26;
constexpr float kUnbroken = 26, kUnbrokenColumn = 164;

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

// A violated invariant, and where it was violated first.
void DrawBroken(const Panel& panel, const InvariantLine& line, Column& column) {
    const InvariantInfo& info = InfoOf(line.invariant);
    const Pen pen = panel.pen();
    const Area row = column.Block(panel.Px(kRow));
    const float x = column.left + panel.Px(kIndent);
    DrawVerdict(pen, {column.left + panel.Px(kVerdictRadius), row.center().y}, false);
    pen.Strong().WriteIn({{x, row.min.y}, row.max}, info.title);
    const float half = panel.Px(kUnder) / 2;
    const std::string words = line.first + (line.is_now ? "" : " (not in this pass)");
    column.y =
        pen.WriteParagraph({x, row.max.y + half - panel.Px(4)}, words, column.right - x) - half;
    const Area area{row.min, {row.max.x, column.y}};
    panel.Spot("mistakes.check." + std::string(info.name), area);
    Tip(panel.theme, area, info.sentence);
}

// One that holds, or does not apply here.
void DrawUnbroken(const Panel& panel, const InvariantLine& line, Area area) {
    const InvariantInfo& info = InfoOf(line.invariant);
    const Pen pen = panel.pen();
    const float y = area.center().y, radius = panel.Px(kVerdictRadius);
    if (line.applies) {
        DrawVerdict(pen, {area.min.x + radius, y}, true, kVerdictRadius - 1);
    } else {
        pen.Muted().Horizontal(area.min.x + panel.Px(4), area.min.x + 2 * radius - panel.Px(4), y);
    }
    pen.Muted(!line.applies)
        .WriteIn({{area.min.x + panel.Px(kIndent - 6), area.min.y}, area.max}, info.title);
    panel.Spot("mistakes.check." + std::string(info.name), area);
    const std::string sentence(info.sentence);
    Tip(panel.theme, area, line.applies ? sentence : sentence + " It does not apply here.");
}

// Violated ones first, then the others, side by side where there is room.
void DrawLines(const Panel& panel, const MistakesViewData& data, Column& column) {
    for (const InvariantLine& line : data.invariants) {
        if (line.is_broken) DrawBroken(panel, line, column);
    }
    column.y += panel.Px(panel.theme.metrics.gap) / 2;
    const int columns = std::max(1, static_cast<int>(column.width() / panel.Px(kUnbrokenColumn)));
    const float width = column.width() / static_cast<float>(columns);
    const float pitch = panel.Px(kUnbroken);
    int index = 0;
    for (const InvariantLine& line : data.invariants) {
        if (line.is_broken) continue;
        const float x = column.left + width * static_cast<float>(index % columns);
        const float y = column.y + pitch * static_cast<float>(index / columns);
        DrawUnbroken(panel, line, AreaAt(x, y, width - panel.Px(4), pitch));
        ++index;
    }
    column.y += pitch * static_cast<float>((index + columns - 1) / columns);
}

// Of the code: one that is wrong, one that is right, or one that both have.
struct CodeLine {
    std::string_view text;
    std::optional<bool> is_right;
};

Pen CodePen(const Panel& panel, const CodeLine& line) {
    return panel.pen().In(FontRole::Mono).Strong(line.is_right.has_value()).Muted(!line.is_right);
}

std::vector<CodeLine> CodeLinesOf(const MistakeCode& code) {
    std::vector<CodeLine> lines;
    if (!code.before.empty()) lines.push_back({code.before, std::nullopt});
    lines.push_back({code.wrong, false});
    lines.push_back({code.right, true});
    if (!code.after.empty()) lines.push_back({code.after, std::nullopt});
    return lines;
}

// Where the width is too small for two statements in a line, each has its own.
std::vector<std::string_view> StatementsOf(const Pen& code, std::string_view text, float width) {
    constexpr std::string_view kBetween = "; ";
    const size_t between = text.find(kBetween);
    if (code.Width(text) <= width || between == std::string_view::npos) return {text};
    return {text.substr(0, between), text.substr(between + kBetween.size())};
}

void DrawCodeLine(const Panel& panel, Column& column, const CodeLine& line) {
    if (line.is_right) {
        DrawVerdict(panel.pen(), {column.left + panel.Px(kVerdictRadius), column.y},
                    *line.is_right);
    }
    const Pen code = CodePen(panel, line);
    const float indent = panel.Px(kIndent);
    for (const std::string_view text : StatementsOf(code, line.text, column.width() - indent)) {
        const Area row = column.Line(panel.Px(kCodeLine));
        code.WriteIn({{row.min.x + indent, row.min.y}, row.max}, text);
        column.y += panel.Px(kCodeLine);
    }
}

}  // namespace

void DrawMistakesChecks(const Panel& panel, const MistakesViewData& data, Column& column) {
    const Pen pen = panel.pen();
    const MistakesViewState& view = panel.state.ui.mistakes;
    column.y += panel.Px(10);
    pen.In(FontRole::ContainerTitle).WriteIn(column.Line(panel.Px(kRow)), "What must hold");
    column.y += panel.Px(24);
    pen.Muted().WriteIn(column.Line(panel.Px(kRow)), view.hides_checks()
                                                         ? "hidden until you answer"
                                                         : Summary(data, view.mistake));
    column.y += panel.Px(16);
    if (!view.hides_checks()) DrawLines(panel, data, column);
}

void DrawMistakesVerdict(const Panel& panel, const MistakesViewData& data, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    if (view.hides_checks()) return;
    std::string words = Summary(data, view.mistake);
    const char* separator = ": ";
    for (const InvariantLine& line : data.invariants) {
        if (!line.is_broken) continue;
        words += separator + std::string(InfoOf(line.invariant).title);
        separator = ", ";
    }
    const bool holds = std::ranges::none_of(data.invariants, &InvariantLine::is_broken);
    const Area line = column.Block(panel.Px(kRow));
    const float radius = panel.Px(kVerdictRadius);
    DrawVerdict(panel.pen(), {line.min.x + radius, line.center().y}, holds);
    panel.pen().WriteIn({{line.min.x + panel.Px(kIndent), line.min.y}, line.max}, words);
    panel.Spot("mistakes.verdict", line);
    column.y = line.max.y + panel.Px(panel.theme.metrics.gap);
}

void DrawMistakesCode(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    if (view.is_hidden() || view.mistake == Mistake::None) return;
    const std::vector<CodeLine> lines = CodeLinesOf(InfoOf(view.mistake).code);
    const float padding = panel.Px(kPadding), pitch = panel.Px(kCodeLine);
    const float width = column.width() - 2 * padding - panel.Px(kIndent);
    size_t rows = 0;
    for (const CodeLine& line : lines)
        rows += StatementsOf(CodePen(panel, line), line.text, width).size();
    const Area block = column.Block(static_cast<float>(rows) * pitch + padding);
    panel.pen().In(panel.theme.colors().block).Fill(block, panel.theme.metrics.field_radius);
    Column inside = ColumnIn(block, padding, block.min.y + padding / 2 + pitch / 2);
    for (const CodeLine& line : lines) DrawCodeLine(panel, inside, line);
    panel.Spot("mistakes.code", block);
    column.y = block.max.y;
}

void DrawMistakesReason(const Panel& panel, Column& column) {
    const MistakesViewState& view = panel.state.ui.mistakes;
    const std::string_view reason = InfoOf(view.mistake).reason;
    if (view.guess || reason.empty()) return;  // a guess has it at its head
    column.y += panel.Px(10);
    panel.pen().In(FontRole::PanelTitle).WriteIn(column.Line(panel.Px(kRow)), "Why that is wrong");
    column.y += panel.Px(kRow - 4);
    const float top = column.y;
    WriteParagraph(panel.pen(), column, reason);
    panel.Spot("mistakes.reason", {{column.left, top}, {column.right, column.y}});
}

}  // namespace decodescope
