#include "app/widgets/wrapped_field.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/look/imgui_compat.h"
#include "app/widgets/key_focus.h"
#include "app/widgets/lossless_edit.h"

namespace decodescope {
namespace {

// In UTF-8 each of these is the byte C2 and its own code point.
constexpr const char* kMarks[] = {"\u00B6", "\u00A4", "\u00A7"};

ImWchar CodeOf(const std::string& mark) { return static_cast<unsigned char>(mark.back()); }

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

// --- Wrapping. ImGui's field breaks lines only at '\n', so each line's end gets one, which is no
// part of the text. The text's own line breaks are marks meanwhile.

struct Wrapping {
    const ImFont* font = nullptr;
    float font_size = 0;
    float width = 0;
    std::string mark;
    std::string before;  // as it was shown before the edit
};

std::string Unwrapped(const std::string& shown) {
    std::string text = shown;
    std::erase(text, '\n');
    return text;
}

// Where the line that begins at `at` ends: after the blanks that follow its last word, or after a
// mark.
size_t EndOfLine(const Wrapping& wrapping, const std::string& text, size_t at) {
    const char* const begin = text.data() + at;
    const char* const all = text.data() + text.size();
    const float scale = wrapping.font_size / SizeOf(*wrapping.font);
    const char* end = wrapping.font->CalcWordWrapPositionA(scale, begin, all, wrapping.width);
    if (end == begin) ++end;
    while (end < all && (IsContinuation(*end) || *end == ' ')) ++end;
    const size_t mark = text.find(wrapping.mark, at);
    const auto length = static_cast<size_t>(end - begin);
    return mark < at + length ? mark + wrapping.mark.size() : at + length;
}

// `cursor` is a place in the text, and becomes one in what is shown.
std::string Wrapped(const Wrapping& wrapping, const std::string& text, size_t* cursor = nullptr) {
    std::string shown;
    size_t moved = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = EndOfLine(wrapping, text, at);
        shown.append(text, at, end - at);
        const bool is_last = end >= text.size();
        const bool ends_with_mark = text.compare(end - std::min(end, wrapping.mark.size()),
                                                 wrapping.mark.size(), wrapping.mark) == 0;
        if (!is_last || ends_with_mark) {
            if (cursor && *cursor >= end) ++moved;
            shown += '\n';
        }
        at = end;
    }
    if (cursor) *cursor += moved;
    return shown;
}

// Deleting the end of a line, which is no part of the text, deletes the character beside it.
void DeleteBesideBreak(std::string& text, size_t& cursor) {
    size_t begin = cursor, end = cursor;
    if (IsPressed(ImGuiKey_Backspace, true)) {
        while (begin > 0 && IsContinuation(text[begin - 1])) --begin;
        if (begin > 0) --begin;
    } else if (IsPressed(ImGuiKey_Delete, true)) {
        if (end < text.size()) ++end;
        while (end < text.size() && IsContinuation(text[end])) ++end;
    }
    text.erase(begin, end - begin);
    cursor = begin;
}

// What ImGui calls while the field is typed into.
int WrapAgain(ImGuiInputTextCallbackData* data) {
    const Wrapping& wrapping = *static_cast<const Wrapping*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
        if (data->EventChar == '\n') data->EventChar = CodeOf(wrapping.mark);
        return 0;
    }
    const std::string typed(data->Buf, static_cast<size_t>(data->BufTextLen));
    auto cursor = static_cast<size_t>(data->CursorPos);
    cursor -= static_cast<size_t>(
        std::count(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(cursor), '\n'));
    std::string text = Unwrapped(typed);
    const bool only_broke_less =
        typed.size() < wrapping.before.size() && text == Unwrapped(wrapping.before);
    if (only_broke_less) DeleteBesideBreak(text, cursor);
    const std::string shown = Wrapped(wrapping, text, &cursor);
    if (shown == typed) return 0;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, shown.c_str());
    data->CursorPos = data->SelectionStart = data->SelectionEnd = static_cast<int>(cursor);
    return 0;
}

struct Padding {
    float x, y;
};

Padding PaddingOf(const Theme& theme) {
    const float line = SizeOf(*theme.Font(FontRole::Mono));
    return {theme.Px(theme.metrics.field_padding),
            std::max(0.0f, (theme.Px(theme.metrics.field_height) - line) / 2)};
}

Wrapping WrappingOf(const Theme& theme, const std::string& text, float width) {
    const ImFont* const font = theme.Font(FontRole::Mono);
    const float room =
        width - 2 * PaddingOf(theme).x - ImGui::GetStyle().ScrollbarSize - theme.Px(2);
    return {.font = font,
            .font_size = SizeOf(*font),
            .width = std::max(room, SizeOf(*font)),
            .mark = MarkFor(text),
            .before = {}};
}

}  // namespace

std::string MarkFor(const std::string& text) {
    for (const char* mark : kMarks) {
        if (text.find(mark) == std::string::npos) return mark;
    }
    return kMarks[0];
}

std::string WithMarks(const std::string& text, const std::string& mark) {
    std::string marked = text;
    ReplaceAll(marked, "\n", mark);
    return marked;
}

std::string WithoutMarks(std::string marked, const std::string& mark) {
    ReplaceAll(marked, mark, "\n");
    return marked;
}

float WrappedFieldHeight(const Theme& theme, const std::string& text, float width,
                         const WrappedStyle& style) {
    const Wrapping wrapping = WrappingOf(theme, text, width);
    const std::string shown = Wrapped(wrapping, WithMarks(text, wrapping.mark));
    const auto lines = 1 + std::count(shown.begin(), shown.end(), '\n');
    const auto most = static_cast<std::ptrdiff_t>(style.most_lines);
    return std::round(2 * PaddingOf(theme).y +
                      static_cast<float>(std::min(lines, most)) * wrapping.font_size);
}

WrappedEdit WrappedField(const char* id, const Theme& theme, Area area, const std::string& text,
                         const WrappedStyle& style) {
    Wrapping wrapping = WrappingOf(theme, text, area.width());
    const Padding padding = PaddingOf(theme);
    std::string shown = Wrapped(wrapping, WithMarks(text, wrapping.mark));
    wrapping.before = shown;

    ImGui::SetCursorScreenPos(area.min);
    if (MeetKeyFocus(id, area)) ImGui::SetKeyboardFocusHere();
    const Palette& c = theme.colors();
    ImGui::PushFont(theme.Font(FontRole::Mono));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding.x, padding.y});
    const ImU32 border = style.wrong ? c.waiting.stroke : c.field_border;
    ImGui::PushStyleColor(ImGuiCol_Border, ImGui::ColorConvertU32ToFloat4(border));
    const ImU32 fill = style.wrong ? c.waiting.tint : c.block;
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ImGui::ColorConvertU32ToFloat4(fill));
    constexpr ImGuiInputTextFlags kFlags =
        ImGuiInputTextFlags_CtrlEnterForNewLine | ImGuiInputTextFlags_CallbackEdit |
        ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_NoUndoRedo;
    const bool edited =
        ImGui::InputTextMultiline(id, &shown, area.size(), kFlags, WrapAgain, &wrapping);
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    ImGui::PopFont();

    const std::string typed = WithoutMarks(Unwrapped(shown), wrapping.mark);
    WrappedEdit edit;
    edit.ended = ImGui::IsItemDeactivated();
    if (edited && typed != text) {
        edit.changed = AfterEdit(text, typed);
        if (!edit.changed) {
            edit.refused = kEditRefused;
            LeaveField();
            edit.ended = true;
            return edit;
        }
    }
    edit.escaped = edit.ended && IsEscapePressed();
    edit.undone = ImGui::IsItemActive() && ImGui::GetIO().KeyCtrl && IsPressed(ImGuiKey_Z, false);
    if (edit.undone) LeaveField();  // so that it shows the text of before
    if (edit.ended && IsEnterPressed()) edit.entered = edit.changed.value_or(text);
    return edit;
}

}  // namespace decodescope
