#include "app/widgets/fields.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/look/imgui_compat.h"
#include "app/widgets/controls.h"
#include "app/widgets/lossless_edit.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/pen.h"

namespace decodescope {
namespace {

constexpr float kDragThreshold = 3;  // pixels that the mouse may move during a click

ImVec4 Color(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

// Sets ImGui's own input to look like a field of this theme; PopField undoes it.
void PushField(const Theme& theme, float height, FontRole font, bool wrong) {
    const Palette& c = theme.colors();
    ImGui::PushFont(theme.Font(font));
    const float padding = std::max(0.0f, (height - ImGui::GetFontSize()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {theme.Px(theme.metrics.field_padding), padding});
    ImGui::PushStyleColor(ImGuiCol_Border, Color(wrong ? c.waiting.stroke : c.field_border));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, Color(wrong ? c.waiting.tint : c.block));
}

void PopField() {
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

// Whether someone is typing into a number field; kept in ImGui's storage for the window.
enum Typing { kNotTyping, kBegins, kTypes };

int TypingOf(ImGuiID id) { return ImGui::GetStateStorage()->GetInt(id, kNotTyping); }
void SetTyping(ImGuiID id, Typing typing) { ImGui::GetStateStorage()->SetInt(id, typing); }

NumberEdit TypeNumber(const char* id, const Theme& theme, Area area, double number,
                      const NumberFormat& format) {
    const ImGuiID key = ImGui::GetID(id);
    const bool begins = TypingOf(key) == kBegins;
    const std::string input_id = "##" + std::string(id);  // of which nothing is shown
    std::string text = FormatInput(number, format);

    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemWidth(area.width());
    if (begins) ImGui::SetKeyboardFocusHere();
    PushField(theme, area.height(), FontRole::Mono, false);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {theme.Px(theme.metrics.text_gap), ImGui::GetStyle().FramePadding.y});
    const bool edited =
        ImGui::InputText(input_id.c_str(), &text, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    PopField();

    NumberEdit edit;
    edit.hovered = area.Contains(ImGui::GetIO().MousePos);
    if (edited) {
        if (const std::optional<double> typed = ParseTypedNumber(text)) edit.changed = typed;
    }
    if (ImGui::IsItemActive()) SetTyping(key, kTypes);
    const bool left = !ImGui::IsItemActive() && TypingOf(key) == kTypes;
    if (left) {
        SetTyping(key, kNotTyping);
        edit.ended = true;
    }
    return edit;
}

// The part of a drag, less than 1, by which an integer has not changed yet: pixels are finer than
// its steps.
void SetDragged(const char* id, double dragged) {
    ImGui::GetStateStorage()->SetFloat(ImGui::GetID(id) + 1, static_cast<float>(dragged));
}

std::optional<double> DragWhole(const char* id, double number, double by) {
    const double before =
        static_cast<double>(ImGui::GetStateStorage()->GetFloat(ImGui::GetID(id) + 1));
    const double whole = std::trunc(before + by);
    SetDragged(id, before + by - whole);
    return whole == 0 ? std::nullopt : std::optional(number + whole);
}

NumberEdit DragNumber(const char* id, Area area, double number, const NumberStyle& style) {
    const Touch touch = TouchArea(id, area);
    NumberEdit edit;
    edit.hovered = touch.hovered;
    if (touch.hovered || touch.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActivated()) SetDragged(id, 0);
    if (touch.held && ImGui::IsMouseDragging(0, kDragThreshold) && io.MouseDelta.x != 0) {
        const double step = style.step * (io.KeyShift ? 10 : 1);
        const double moved = static_cast<double>(io.MouseDelta.x) * step;
        if (style.whole) {
            edit.changed = DragWhole(id, number, moved);
        } else {
            edit.changed = std::round((number + moved) / style.step) * style.step;
            edit.changed = std::round(*edit.changed * 1e6) / 1e6;
        }
    }
    if (ImGui::IsItemDeactivated()) {
        const bool was_dragged = io.MouseDragMaxDistanceSqr[0] >= kDragThreshold * kDragThreshold;
        if (was_dragged) {
            edit.ended = true;
        } else if (touch.hovered) {
            SetTyping(ImGui::GetID(id), kBegins);
        }
    }
    return edit;
}

void DrawNumberField(const Theme& theme, Area area, std::string_view text, const NumberStyle& style,
                     bool hovered) {
    const Palette& c = theme.colors();
    const Pen pen = PenOn(theme);
    const CellStyle cell = style.inverted ? CellStyle::Inverted
                           : style.ringed ? CellStyle::Ringed
                                          : CellStyle::Plain;
    const ImU32 fill = style.fill.value_or(style.framed ? c.block : c.panel);
    DrawNumberCell(pen, area, fill, text, cell, style.centered);
    if (!style.framed && !hovered) return;
    if (cell != CellStyle::Plain) return;
    const Area inside = area.Grown(-theme.Px(theme.metrics.hairline) / 2);
    pen.In(hovered ? c.field_border : c.line).Frame(inside, theme.metrics.cell_radius);
}

// What a person is told about an edit that was refused.
constexpr const char* kRefusal =
    "this field cannot hold a character that was typed, pasted or next to what was deleted, such "
    "as "
    "an emoji; nothing was changed";

}  // namespace

FieldEdit<std::string> TextField(const char* id, const Theme& theme, Area area,
                                 const std::string& text, const FieldStyle& style) {
    std::string typed = text;
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemWidth(area.width());
    PushField(theme, style.multiline ? theme.Px(theme.metrics.field_height) : area.height(),
              FontRole::Mono, style.wrong);
    if (style.take_focus) ImGui::SetKeyboardFocusHere();
    const bool edited =
        style.multiline
            ? ImGui::InputTextMultiline(id, &typed, area.size())
            : ImGui::InputTextWithHint(id, std::string(style.hint).c_str(), &typed,
                                       style.select_all ? ImGuiInputTextFlags_AutoSelectAll : 0);
    PopField();
    FieldEdit<std::string> edit;
    edit.ended = ImGui::IsItemDeactivated();
    if (edited) edit.changed = AfterEdit(text, typed);
    if (edited && !edit.changed) {
        edit.refused = kRefusal;
        LeaveField();
        edit.ended = true;
        return edit;
    }
    typed = edit.changed.value_or(text);
    if (edit.ended && IsEnterPressed()) edit.entered = typed;
    return edit;
}

void ReadOnlyText(const char* id, const Theme& theme, Area area, const std::string& text) {
    const Palette& c = theme.colors();
    const float padding = theme.Px(theme.metrics.text_gap);
    const float room = area.width() - 2 * padding - ImGui::GetStyle().ScrollbarSize;
    std::string shown = Wrapped(theme, FontRole::Label, text, room);
    ImGui::SetCursorScreenPos(area.min);
    ImGui::PushFont(theme.Font(FontRole::Label));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding, padding});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, Color(c.panel));
    ImGui::PushStyleColor(ImGuiCol_Border, Color(c.line));
    ImGui::InputTextMultiline(("##" + std::string(id)).c_str(), &shown, area.size(),
                              ImGuiInputTextFlags_ReadOnly);
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

NumberEdit NumberField(const char* id, const Theme& theme, Area area, double number,
                       const NumberFormat& format, const NumberStyle& style) {
    if (style.typed && ImGui::IsWindowAppearing()) SetTyping(ImGui::GetID(id), kBegins);
    if (TypingOf(ImGui::GetID(id)) != kNotTyping) {
        NumberEdit edit = TypeNumber(id, theme, area, number, format);
        if (style.whole && edit.changed) edit.changed = std::round(*edit.changed);
        return edit;
    }
    const NumberEdit edit = DragNumber(id, area, number, style);
    const double shown = edit.changed.value_or(number);
    const bool short_form = style.as_typed || style.whole;
    DrawNumberField(theme, area,
                    short_form ? FormatInput(shown, format) : FormatNumber(shown, format), style,
                    edit.hovered);
    return edit;
}

std::optional<int> ChoiceField(const char* id, const Theme& theme, Area area, int chosen, int count,
                               const std::function<std::string(int)>& name_of) {
    std::optional<int> choice;
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemWidth(area.width());
    PushField(theme, area.height(), FontRole::Label, false);
    const auto shown_name = [&](int i) { return Displayable(theme, FontRole::Label, name_of(i)); };
    const std::string preview = chosen >= 0 && chosen < count ? shown_name(chosen) : "";
    const bool is_open = ImGui::BeginCombo(id, preview.c_str(), ImGuiComboFlags_NoArrowButton);
    if (is_open) {
        for (int i = 0; i < count; ++i) {
            if (ImGui::Selectable(shown_name(i).c_str(), i == chosen)) choice = i;
        }
        if (IsEscapePressed()) ImGui::CloseCurrentPopup();
        ImGui::EndCombo();
    }
    PopField();
    PenOn(theme).Muted().Draw(Icon::ChevronDown, {area.max.x - theme.Px(18), area.center().y});
    return choice;
}

}  // namespace decodescope
