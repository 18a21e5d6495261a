// Fields for text, numbers and choices: each draws into a given area and says what the person did
// with it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/look/area.h"
#include "app/look/format.h"
#include "app/look/theme.h"

namespace decodescope {

// What the person did with a field. `ended` is set once, when they leave it or release the mouse;
// `entered` is its contents when they pressed Enter.
template <class T>
struct FieldEdit {
    std::optional<T> changed = std::nullopt;
    std::optional<T> entered = std::nullopt;
    bool ended = false;
    std::string refused = {};  // why what was typed or pasted was not taken
};

struct FieldStyle {
    bool wrong = false;  // its contents cannot be used
    bool multiline = false;
    std::string_view hint = {};
    bool take_focus = false;
    bool select_all = false;  // when it takes the focus
};

// Text is never changed by editing next to it (lossless_edit.h). An edit that a field cannot hold
// is refused as a whole: `refused` says so, and the field is left.
FieldEdit<std::string> TextField(const char* id, const Theme& theme, Area area,
                                 const std::string& text, const FieldStyle& style = {});

// Text in lines of the area's width that can be scrolled, selected and copied, not changed.
void ReadOnlyText(const char* id, const Theme& theme, Area area, const std::string& text);

// Which numbers a field takes; without limits, NaN and the infinities as well.
struct NumberLimits {
    double least = 0, most = 0;
    bool excludes_least = false;
};

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
    std::optional<NumberLimits> limits = std::nullopt;
};

// Drag sideways to change the number, click to type it. A drag never rounds a number that it does
// not move, and ends at the limits. Text that is no such number is refused as a whole.
template <class T>
struct NumberEditOf : FieldEdit<T> {
    bool hovered = false;  // for highlights
    std::string typed = {};
    // The field was left with such a text: the number as it was before the typing.
    std::optional<T> dropped = std::nullopt;
};
using NumberEdit = NumberEditOf<double>;
using SeedEdit = NumberEditOf<std::uint64_t>;

NumberEdit NumberField(const char* id, const Theme& theme, Area area, double number,
                       const NumberFormat& format, const NumberStyle& style = {});

// For whole numbers that doubles do not hold: exact from the keyboard to the recipe.
SeedEdit SeedField(const char* id, const Theme& theme, Area area, std::uint64_t seed,
                   const NumberFormat& format, NumberStyle style = {});

// A field with a list that opens on click. Returns the index that was chosen.
std::optional<int> ChoiceField(const char* id, const Theme& theme, Area area, int chosen, int count,
                               const std::function<std::string(int)>& name_of);

}  // namespace decodescope
