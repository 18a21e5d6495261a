#include "app/shell/question_page.h"

#include <algorithm>

#include "app/apply/file_commands.h"
#include "app/look/imgui_compat.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kButtonPadding = 20;  // at scale 1, on both sides of a label

// The answers from the right to the left; the one that Enter gives is the dark one.
void DrawAnswers(const Panel& panel, float right, float y) {
    const Pen pen = panel.pen();
    const Metrics& m = panel.theme.metrics;
    const auto rows = AnswersTo(panel.state.ui.question.kind);
    float x = right;
    for (const AnswerRow& row : rows) {
        const float width = pen.Strong().Width(row.label) + 2 * panel.Px(kButtonPadding);
        const Area area = AreaAt(x - width, y, width, panel.Px(m.field_height));
        const std::string id(row.hotspot);
        if (TextButton(id.c_str(), panel.theme, area, std::nullopt, row.label,
                       {.solid = row.is_default})) {
            panel.Emit(AnswerQuestion{row.answer});
        }
        panel.Spot(id, area);
        x = area.min.x - panel.Px(m.gap);
    }
}

// How much of a file has been read, as the length of a bar.
void DrawProgress(const Panel& panel, Area bar) {
    const Palette& c = panel.theme.colors();
    const auto share = static_cast<float>(panel.state.opening->progress->percent()) / 100;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(bar.min, bar.max, c.line);
    list.AddRectFilled(bar.min, {bar.min.x + share * bar.width(), bar.max.y}, c.now_fill);
    panel.Spot("opening.progress", bar);
}

// By keys, which then click it.
bool IsAnswerFocused(const Panel& panel) {
    const auto& focus = panel.state.ui.control_focus;
    const auto rows = AnswersTo(panel.state.ui.question.kind);
    return focus && std::ranges::find(rows, focus->id, &AnswerRow::hotspot) != rows.end();
}

}  // namespace

void DrawQuestionPage(const Panel& panel, Area window) {
    const Question& question = panel.state.ui.question;
    if (!question.is_open()) return;
    const Metrics& m = panel.theme.metrics;
    const QuestionText text = TextOf(question, panel.state.document.name());
    const float margin = panel.Px(m.margin), line = panel.Px(m.line_height);
    const float width = std::min(panel.Px(m.page_width), window.width() - 2 * margin);
    const float room = width - 2 * margin;
    const auto lines_of = [&](FontRole role, const std::string& words) {
        return static_cast<float>(ParagraphLines(panel.theme, role, words, room));
    };
    const float words =
        line * (lines_of(FontRole::PassTitle, text.title) + lines_of(FontRole::Label, text.text));
    const float height = words + panel.Px(m.gap) + 3.5f * margin + panel.Px(m.field_height);
    const Area page =
        AreaAt(std::round(window.center().x - width / 2),
               std::round(std::max(0.0f, (window.height() - height) / 3)), width, height);

    BeginVeil("question", panel.theme, window);
    const Pen pen = panel.pen();
    DrawPageFrame(panel.pen(), page);
    const float left = page.min.x + margin;
    float y = page.min.y + margin + panel.Px(m.gap);
    y = pen.In(FontRole::PassTitle).WriteParagraph({left, y}, text.title, room);
    y = pen.Muted().WriteParagraph({left, y + panel.Px(m.gap)}, text.text, room);
    if (panel.state.opening)
        DrawProgress(panel, AreaAt(left, y + panel.Px(m.gap), room, panel.Px(m.gap)));
    DrawAnswers(panel, page.max.x - margin, page.max.y - margin - panel.Px(m.field_height));
    if (IsEnterPressed() && !IsAnswerFocused(panel))
        panel.Emit(AnswerQuestion{DefaultAnswer(question.kind).answer});
    panel.Spot("question", page);
    EndPanel();
}

}  // namespace decodescope
