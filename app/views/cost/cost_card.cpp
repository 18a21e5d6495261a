#include "app/views/cost/cost_card.h"

#include <algorithm>

namespace decodescope {

Column BeginCard(const Panel& panel, const char* name, Area card, ImU32 fill) {
    ImGui::SetCursorScreenPos(card.min);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::ColorConvertU32ToFloat4(fill));
    ImGui::BeginChild(name, {std::max(1.0f, card.width()), std::max(1.0f, card.height())}, false,
                      ImGuiWindowFlags_NoNav);
    ImGui::PopStyleColor();
    const float margin = panel.Px(panel.theme.metrics.margin) * 0.8f;
    return ColumnIn(card, margin, ImGui::GetCursorScreenPos().y + panel.Px(24));
}

void EndCard(const Column& column) {
    EndColumn(column);
    ImGui::EndChild();
}

void DrawCardTitle(const Panel& panel, Column& column, std::string_view title,
                   std::string_view sentence) {
    if (panel.state.ui.presents) return;  // the tab above says it, and the numbers need the room
    const Pen pen = panel.pen();
    const float x = pen.In(FontRole::ContainerTitle).Write({column.left, column.y}, title) +
                    panel.Px(panel.theme.metrics.title_gap) / 2;
    if (x + pen.Width(sentence) <= column.right) {
        pen.Muted().Write({x, column.y}, sentence);
        column.y += panel.Px(30);
        return;
    }
    column.y += panel.Px(28);
    WriteParagraph(pen.Muted(), column, sentence);
    column.y += panel.Px(10);
}

void DrawSentence(const Panel& panel, Column& column, std::string_view sentence) {
    WriteParagraph(panel.pen(), column, sentence);
    column.y += panel.Px(2);
}

}  // namespace decodescope
