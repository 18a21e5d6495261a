#include <algorithm>
#include <string>

#include "app/views/mistakes/mistakes_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRadius = 10, kIndent = 34, kRow = 30, kUnder = 20, kPadding = 14;

// How the run stands once the shown pass has ended.
std::string Summary(const MistakesViewData& page, Mistake mistake) {
    const auto broken = std::ranges::count_if(page.invariants, &InvariantLine::is_broken);
    const auto applying = std::ranges::count_if(page.invariants, &InvariantLine::applies);
    const std::string when = " after pass " + std::to_string(page.pass);
    if (broken == 0 && page.broken > 0) return "nothing is broken yet" + when;
    if (broken == 0 && mistake != Mistake::None)
        return "nothing breaks: it does not show in these passes";
    if (broken == 0) return "all " + std::to_string(applying) + " hold" + when;
    return std::to_string(broken) + " of " + std::to_string(applying) + " broken" + when;
}

float DrawLine(const Panel& panel, const InvariantLine& line, MistakesColumn column, float y) {
    const Palette& c = panel.theme.colors();
    const InvariantInfo& info = InfoOf(line.invariant);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = y + panel.Px(kRow) / 2, x = column.left + panel.Px(kIndent);
    if (line.applies) {
        DrawVerdict(panel, {column.left + panel.Px(kRadius), middle}, !line.is_broken);
    } else {
        DrawHorizontal(list, panel.theme, column.left + panel.Px(4),
                       column.left + panel.Px(2 * kRadius - 4), middle, c.muted);
    }
    const float end =
        DrawText(list, panel.theme, line.is_broken ? FontRole::LabelStrong : FontRole::Label,
                 {x, middle}, line.applies ? c.ink : c.muted, info.title);
    if (!line.applies) {
        DrawText(list, panel.theme, FontRole::Label, {end + panel.Px(10), middle}, c.muted,
                 "not asked here");
    }
    float bottom = y + panel.Px(kRow);
    if (line.is_broken) {
        bottom = DrawParagraph(list, panel.theme, FontRole::Label,
                               {x, bottom + panel.Px(kUnder) / 2 - panel.Px(4)}, c.ink, line.first,
                               column.right - x) -
                 panel.Px(kUnder) / 2;
        if (!line.is_now) {
            DrawText(list, panel.theme, FontRole::Label, {x, bottom + panel.Px(kUnder) / 2},
                     c.muted, "not in this pass");
            bottom += panel.Px(kUnder);
        }
    }
    const Area area{{column.left, y}, {column.right, bottom}};
    panel.Spot("mistakes.check." + std::string(info.name), area);
    Tip(panel.theme, area, info.sentence);
    return bottom;
}

float DrawCodeLine(const Panel& panel, MistakesColumn column, float y, std::string_view text,
                   std::optional<bool> is_right) {
    const Palette& c = panel.theme.colors();
    if (is_right) DrawVerdict(panel, {column.left + panel.Px(kRadius), y}, *is_right);
    DrawText(
        *ImGui::GetWindowDrawList(), panel.theme, is_right ? FontRole::MonoStrong : FontRole::Mono,
        {column.left + panel.Px(kIndent), y}, is_right ? c.ink : c.muted,
        Shortened(panel.theme, FontRole::MonoStrong, text, column.width() - panel.Px(kIndent)));
    return y + panel.Px(kRow - 4);
}

}  // namespace

void DrawVerdict(const Panel& panel, ImVec2 center, bool holds) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(center, panel.Px(kRadius), holds ? c.cached_solid : c.ink);
    DrawIcon(list, holds ? Icon::Tick : Icon::Close, center, panel.Px(16),
             holds ? c.on_cached_solid : c.on_ink, panel.Px(2));
}

float DrawMistakesChecks(const Panel& panel, const MistakesViewData& page, MistakesColumn column,
                         float y) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    y += panel.Px(10);
    DrawText(list, panel.theme, FontRole::ContainerTitle, {column.left, y}, c.ink,
             "What must hold");
    y += panel.Px(24);
    const bool hides = panel.state.ui.mistakes.hides_checks();
    DrawText(list, panel.theme, FontRole::Label, {column.left, y}, c.muted,
             hides ? "hidden until you answer" : Summary(page, panel.state.ui.mistakes.mistake));
    y += panel.Px(18);
    if (hides) return y;
    for (const InvariantLine& line : page.invariants) y = DrawLine(panel, line, column, y);
    return y;
}

float DrawMistakesCode(const Panel& panel, MistakesColumn column, float y) {
    const MistakesViewState& look = panel.state.ui.mistakes;
    if (look.is_hidden() || look.mistake == Mistake::None) return y;
    const MistakeCode& code = InfoOf(look.mistake).code;
    const int lines = 2 + !code.before.empty() + !code.after.empty();
    const float padding = panel.Px(kPadding);
    const Area block{{column.left, y},
                     {column.right, y + static_cast<float>(lines) * panel.Px(kRow - 4) + padding}};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(block.min, block.max, panel.theme.colors().block,
                       panel.Px(panel.theme.metrics.field_radius));
    const MistakesColumn inside{column.left + padding, column.right - padding};
    float at = y + padding / 2 + panel.Px(kRow - 4) / 2;
    if (!code.before.empty()) at = DrawCodeLine(panel, inside, at, code.before, std::nullopt);
    at = DrawCodeLine(panel, inside, at, code.wrong, false);
    at = DrawCodeLine(panel, inside, at, code.right, true);
    if (!code.after.empty()) DrawCodeLine(panel, inside, at, code.after, std::nullopt);
    panel.Spot("mistakes.code", block);
    return block.max.y;
}

}  // namespace decodescope
