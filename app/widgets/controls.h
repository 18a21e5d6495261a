// Buttons, fields and tabs. Each draws into a given area and says what the person did with it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/look/area.h"
#include "app/look/format.h"
#include "app/look/theme.h"
#include "app/widgets/shapes.h"

namespace decodescope {

// --- Windows -------------------------------------------------------------------------------------

// An ImGui window without decoration that fills an area; EndPanel must follow. A page is above the
// panels and comes to the front when it opens.
void BeginPanel(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls = false);
void BeginPage(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls = false);
void EndPanel();

// A page that covers the whole window and lets nothing through: the panels below show faintly, and
// get neither mouse nor keys. What is on it is in the frame of a page. EndPanel must follow.
void BeginVeil(const char* name, const Theme& theme, Area window);
void DrawPageFrame(ImDrawList& list, const Theme& theme, Area page);

// An invisible item: whether the mouse is over it, holds it, or clicked it.
struct Touch {
    bool hovered = false;
    bool held = false;
    bool clicked = false;
};
Touch TouchArea(const char* id, Area area);

// --- Buttons -------------------------------------------------------------------------------------

struct ButtonStyle {
    bool enabled = true;
    bool solid = false;  // ink: the one that matters most
};

bool IconButton(const char* id, const Theme& theme, Area area, Icon icon,
                const ButtonStyle& style = {});
bool TextButton(const char* id, const Theme& theme, Area area, std::optional<Icon> icon,
                std::string_view text, const ButtonStyle& style = {});

// A tab's name with a bar below it when chosen. Returns whether it was clicked.
bool TabButton(const char* id, const Theme& theme, Area area, std::string_view name, bool chosen);

// A box, ticked while something is on, and its name. Returns whether it was clicked.
bool Toggle(const char* id, const Theme& theme, Area area, std::string_view name, bool is_on);

// --- Fields --------------------------------------------------------------------------------------

// What the person did with a field. `ended` is set once, when they leave it or release the mouse;
// `entered` is its contents when they pressed Enter.
template <class T>
struct FieldEdit {
    std::optional<T> changed = std::nullopt;
    std::optional<T> entered = std::nullopt;
    bool ended = false;
};

struct FieldStyle {
    bool wrong = false;  // its contents cannot be used
    bool multiline = false;
    std::string_view hint = {};
    bool take_focus = false;
    bool select_all = false;  // when it takes the focus
};

FieldEdit<std::string> TextField(const char* id, const Theme& theme, Area area,
                                 const std::string& text, const FieldStyle& style = {});

// Text in lines of the area's width that can be scrolled, selected and copied, not changed.
void ReadOnlyText(const char* id, const Theme& theme, Area area, const std::string& text);

struct NumberStyle {
    bool framed = true;  // a line around it, or a filled cell
    std::optional<ImU32> fill = std::nullopt;
    bool centered = false;
    bool as_typed = false;  // the shortest form instead of the set decimals
    bool ringed = false;
    bool inverted = false;
    bool whole = false;  // an integer
    bool typed = false;  // takes the keyboard as soon as it appears
    double step = 0.01;  // per pixel of dragging
};

// Drag sideways to change the number, click to type it. A drag never rounds a number that it does
// not move. `hovered` is for highlights.
struct NumberEdit : FieldEdit<double> {
    bool hovered = false;
};
NumberEdit NumberField(const char* id, const Theme& theme, Area area, double number,
                       const NumberFormat& format, const NumberStyle& style = {});

// A field with a list that opens on click. Returns the index that was chosen.
std::optional<int> ChoiceField(const char* id, const Theme& theme, Area area, int chosen, int count,
                               const std::function<std::string(int)>& name_of);

// Words beside the mouse while it is over the area.
void Tip(const Theme& theme, Area area, std::string_view text);

}  // namespace decodescope
