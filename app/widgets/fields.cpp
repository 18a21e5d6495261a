#include "app/widgets/fields.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "app/look/imgui_compat.h"
#include "app/widgets/controls.h"
#include "app/widgets/key_focus.h"
#include "app/widgets/lossless_edit.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/pen.h"
#include "core/base/error.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr float kDragThreshold = 3;  // pixels that the mouse may move during a click
constexpr float kChevronRoom = 30;   // at scale 1

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

// The number when typing began; a text that is refused leaves it so.
void Remember(ImGuiID id, std::uint64_t bits) {
    ImGui::GetStateStorage()->SetInt(id + 2, static_cast<int>(static_cast<std::uint32_t>(bits)));
    ImGui::GetStateStorage()->SetInt(id + 3, static_cast<int>(bits >> 32));
}

std::uint64_t Remembered(ImGuiID id) {
    const auto half = [id](ImGuiID which) {
        return static_cast<std::uint32_t>(ImGui::GetStateStorage()->GetInt(id + which));
    };
    return half(2) | static_cast<std::uint64_t>(half(3)) << 32;
}

// --- What differs between the two kinds of number

std::string InputText(double number, const NumberFormat& format) {
    return FormatInput(number, format);
}
std::string InputText(std::uint64_t seed, const NumberFormat&) { return std::to_string(seed); }

// Written out, as in the messages of the command line: 1000000, not 1e6.
std::string LimitText(double limit) {
    const bool is_whole = std::abs(limit) < 1e15 && limit == std::floor(limit);
    return is_whole ? std::to_string(static_cast<std::int64_t>(limit)) : FormatShortest(limit);
}

std::string RangeText(const NumberStyle& style) {
    if (!style.limits) return style.whole ? "write a whole number" : "write a number";
    const std::string least = LimitText(style.limits->least);
    return std::string(style.whole ? "write a whole number " : "write a number ") +
           (style.limits->excludes_least ? "above " + least + ", up to "
                                         : "from " + least + " to ") +
           LimitText(style.limits->most);
}

void Read(const std::string& text, const NumberStyle& style, double& number) {
    number = ParseTypedNumber(text);
    if (style.whole && number != std::round(number))
        throw Error("'" + text + "' is not a whole number", {}, RangeText(style));
    if (!style.limits) return;
    const auto& [least, most, excludes_least] = *style.limits;
    const bool is_in = (excludes_least ? number > least : number >= least) && number <= most;
    if (!is_in) throw Error("'" + text + "' is out of range", {}, RangeText(style));
}

void Read(const std::string& text, const NumberStyle&, std::uint64_t& seed) {
    const size_t first = text.find_first_not_of(' ');
    const std::string bare = first == std::string::npos
                                 ? ""
                                 : text.substr(first, text.find_last_not_of(' ') + 1 - first);
    const auto whole = ParseWhole<std::uint64_t>(bare);
    if (!whole) {
        throw Error("'" + text + "' is no seed", {},
                    "write a whole number from 0 to " +
                        std::to_string(std::numeric_limits<std::uint64_t>::max()));
    }
    seed = *whole;
}

// --- Typing

bool DrawInput(const char* id, const Theme& theme, Area area, bool begins, std::string& text) {
    const std::string input_id = "##" + std::string(id);  // of which nothing is shown
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
    return edited;
}

// What ImGui's field holds. It says so only where that differs from what it is given, which for a
// number is its document's: so while it is typed into it is given a text that nobody can type.
// Nothing where the field is not, or no longer, typed into.
std::optional<std::string> TextInField(const char* id, const Theme& theme, Area area,
                                       const std::string& begun) {
    const Typing typing = static_cast<Typing>(TypingOf(ImGui::GetID(id)));
    std::string text = typing == kTypes ? begun + '\r' : begun;  // of which nothing is drawn
    const bool is_told = DrawInput(id, theme, area, typing == kBegins, text);
    return is_told ? std::optional(text) : std::nullopt;
}

// Whether the text is another one than in the last frame.
bool IsNewText(ImGuiID id, const std::string& text) {
    int& last = *ImGui::GetStateStorage()->GetIntRef(id + 5);
    const auto now = static_cast<int>(std::hash<std::string>()(text));
    return std::exchange(last, now) != now;
}

template <class T>
void ReadTyped(NumberEditOf<T>& edit, T number, const NumberStyle& style, bool& was_refused) {
    try {
        T read{};
        Read(edit.typed, style, read);
        const bool differs =
            std::bit_cast<std::uint64_t>(read) != std::bit_cast<std::uint64_t>(number);
        if (std::exchange(was_refused, false) || differs) edit.changed = read;
    } catch (const Error& error) {
        edit.refused = error.what();
        was_refused = true;
    }
}

template <class T>
NumberEditOf<T> TypeNumber(const char* id, const Theme& theme, Area area, T number,
                           const NumberFormat& format, const NumberStyle& style) {
    const ImGuiID key = ImGui::GetID(id);
    const std::string begun = InputText(number, format);
    if (TypingOf(key) == kBegins) {
        Remember(key, std::bit_cast<std::uint64_t>(number));
        IsNewText(key, begun);
    }
    NumberEditOf<T> edit;
    const std::optional<std::string> typed = TextInField(id, theme, area, begun);
    edit.typed = typed.value_or(begun);
    edit.hovered = area.Contains(ImGui::GetIO().MousePos);
    const bool left = !ImGui::IsItemActive() && TypingOf(key) == kTypes;
    if (ImGui::IsItemActive()) SetTyping(key, kTypes);
    bool& was_refused = *ImGui::GetStateStorage()->GetBoolRef(key + 4);
    if (typed && IsNewText(key, *typed)) ReadTyped(edit, number, style, was_refused);
    if (left) {
        SetTyping(key, kNotTyping);
        edit.ended = true;
        if (std::exchange(was_refused, false)) edit.dropped = std::bit_cast<T>(Remembered(key));
    }
    return edit;
}

// --- Dragging

// The part of a drag, less than 1, by which an integer has not changed yet: pixels are finer than
// its steps.
void SetDragged(const char* id, double dragged) {
    ImGui::GetStateStorage()->SetFloat(ImGui::GetID(id) + 1, static_cast<float>(dragged));
}

// How many whole steps a drag has gone on by.
double WholeSteps(const char* id, double by) {
    const double before =
        static_cast<double>(ImGui::GetStateStorage()->GetFloat(ImGui::GetID(id) + 1));
    const double whole = std::trunc(before + by);
    SetDragged(id, before + by - whole);
    return whole;
}

double Within(double number, const NumberStyle& style) {
    if (!style.limits || std::isnan(number)) return number;
    const double above = style.limits->excludes_least ? style.step : 0;
    return std::clamp(number, style.limits->least + above, style.limits->most);
}

std::optional<double> Dragged(const char* id, double number, double by, const NumberStyle& style) {
    if (!style.whole) {
        const double moved = std::round((number + by) / style.step) * style.step;
        return Within(std::round(moved * 1e6) / 1e6, style);
    }
    const double steps = WholeSteps(id, by);
    return steps == 0 ? std::nullopt : std::optional(Within(number + steps, style));
}

std::optional<std::uint64_t> Dragged(const char* id, std::uint64_t seed, double by,
                                     const NumberStyle&) {
    const double steps = WholeSteps(id, by);
    if (steps == 0) return std::nullopt;
    const auto size = static_cast<std::uint64_t>(std::abs(steps));
    if (steps < 0) return seed - std::min(seed, size);
    return seed + std::min(std::numeric_limits<std::uint64_t>::max() - seed, size);
}

template <class T>
NumberEditOf<T> DragNumber(const char* id, Area area, T number, const NumberStyle& style) {
    const Touch touch = TouchArea(id, area);
    NumberEditOf<T> edit;
    edit.hovered = touch.hovered;
    if (touch.hovered || touch.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActivated()) SetDragged(id, 0);
    if (touch.held && ImGui::IsMouseDragging(0, kDragThreshold) && io.MouseDelta.x != 0) {
        const double step = style.step * (io.KeyShift ? 10 : 1);
        edit.changed = Dragged(id, number, static_cast<double>(io.MouseDelta.x) * step, style);
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

// How a number is written in a field: as it fits, with "…" where digits are left out.
std::string ShownText(const Pen& digits, double number, const NumberFormat& format,
                      const NumberStyle& style, float room) {
    return FittingNumber(digits, number, format, room, style.as_typed || style.whole);
}
std::string ShownText(const Pen& digits, std::uint64_t seed, const NumberFormat&,
                      const NumberStyle&, float room) {
    return digits.Shortened(std::to_string(seed), room);
}

// All of it.
std::string WholeText(double number, const NumberFormat& format) {
    return FormatInput(number, format);
}
std::string WholeText(std::uint64_t seed, const NumberFormat&) { return std::to_string(seed); }

template <class T>
NumberEditOf<T> AnyNumberField(const char* id, const Theme& theme, Area area, T number,
                               const NumberFormat& format, const NumberStyle& style) {
    if (style.typed && ImGui::IsWindowAppearing()) SetTyping(ImGui::GetID(id), kBegins);
    if (TypingOf(ImGui::GetID(id)) != kNotTyping)
        return TypeNumber(id, theme, area, number, format, style);
    const NumberEditOf<T> edit = DragNumber(id, area, number, style);
    const T shown = edit.changed.value_or(number);
    const Pen digits = PenOn(theme).In(FontRole::Mono).Strong(style.ringed || style.inverted);
    const std::string fitting = ShownText(digits, shown, format, style, NumberRoom(theme, area));
    DrawNumberField(theme, area, fitting, style, edit.hovered);
    if (fitting.ends_with("…")) Tip(theme, area, WholeText(shown, format));
    return edit;
}

// Over the right end of a field whose text is longer than the field: "…".
void DrawCutMark(const Theme& theme, Area area, const std::string& text, bool wrong) {
    const float padding = theme.Px(theme.metrics.field_padding);
    const Pen pen = PenOn(theme).In(FontRole::Mono);
    if (pen.Width(text) <= area.width() - 2 * padding) return;
    const float line = theme.Whole(theme.metrics.hairline), dots = pen.Width("…");
    const Palette& c = theme.colors();
    const Area mark{{area.max.x - padding - dots, area.min.y + 2 * line},
                    {area.max.x - 2 * line, area.max.y - 2 * line}};
    pen.In(wrong ? c.waiting.tint : c.block).Fill(mark, theme.metrics.field_radius / 2);
    pen.Write({mark.min.x, area.center().y}, "…");
    Tip(theme, area, text);
}

}  // namespace

FieldEdit<std::string> TextField(const char* id, const Theme& theme, Area area,
                                 const std::string& text, const FieldStyle& style) {
    std::string typed = text;
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemWidth(area.width());
    PushField(theme, style.multiline ? theme.Px(theme.metrics.field_height) : area.height(),
              FontRole::Mono, style.wrong);
    const bool by_key = MeetKeyFocus(id, area);
    if (style.take_focus || by_key) ImGui::SetKeyboardFocusHere();
    const bool edited =
        style.multiline
            ? ImGui::InputTextMultiline(id, &typed, area.size())
            : ImGui::InputTextWithHint(id, std::string(style.hint).c_str(), &typed,
                                       style.select_all ? ImGuiInputTextFlags_AutoSelectAll : 0);
    PopField();
    if (!style.multiline && !ImGui::IsItemActive()) DrawCutMark(theme, area, typed, style.wrong);
    FieldEdit<std::string> edit;
    edit.ended = ImGui::IsItemDeactivated();
    if (edited) edit.changed = AfterEdit(text, typed);
    if (edited && !edit.changed) {
        edit.refused = kEditRefused;
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
    return AnyNumberField(id, theme, area, number, format, style);
}

SeedEdit SeedField(const char* id, const Theme& theme, Area area, std::uint64_t seed,
                   const NumberFormat& format, NumberStyle style) {
    style.whole = true;
    return AnyNumberField(id, theme, area, seed, format, style);
}

std::optional<int> ChoiceField(const char* id, const Theme& theme, Area area, int chosen, int count,
                               const std::function<std::string(int)>& name_of) {
    std::optional<int> choice;
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemWidth(area.width());
    PushField(theme, area.height(), FontRole::Label, false);
    const auto shown_name = [&](int i) { return Displayable(theme, FontRole::Label, name_of(i)); };
    const std::string name = chosen >= 0 && chosen < count ? shown_name(chosen) : "";
    const float room = area.width() - theme.Px(theme.metrics.field_padding + kChevronRoom);
    const std::string preview = Shortened(theme, FontRole::Label, name, room);
    const bool is_open = ImGui::BeginCombo(id, preview.c_str(), ImGuiComboFlags_NoArrowButton);
    if (is_open) {
        for (int i = 0; i < count; ++i) {
            if (ImGui::Selectable(shown_name(i).c_str(), i == chosen)) choice = i;
        }
        if (IsEscapePressed()) ImGui::CloseCurrentPopup();
        ImGui::EndCombo();
    }
    PopField();
    if (preview != name && !is_open) Tip(theme, area, name);
    PenOn(theme).Muted().Draw(Icon::ChevronDown,
                              {area.max.x - theme.Px(kChevronRoom) / 2 - 3, area.center().y});
    return choice;
}

}  // namespace decodescope
