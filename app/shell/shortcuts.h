// Everything that can be done by name: one table for the keys, the menus and the page of keys.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

// A key by its label, not by its place on a US keyboard.
enum class Key {
    None,
    Character,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Space,
    Tab,
    Enter,
    Escape,
    F11
};

struct KeyPress {
    Key key = Key::None;
    char32_t character = 0;  // the label, in lower case, where key is Character
    bool ctrl = false;
    bool shift =
        false;  // matters only with Ctrl or for a key that is not a character: '?' needs it anyway
    bool alt = false;
};

enum class Menu { None, File, Edit, View, Playback, Help };

struct Action {
    std::string id;  // its hotspot in a menu is "menu.file." and this
    Menu menu;
    std::string name;
    std::string keys;                 // as a person reads them; empty: none
    std::array<KeyPress, 2> presses;  // Key::None: none
    std::function<Command(const AppState& state)> command;
    std::function<bool(const AppState& state)> is_possible;
    bool while_typing;  // also while a text field has the focus
    // Of a setting: whether its menu item is ticked. Empty: it is not a setting.
    std::function<bool(const AppState& state)> is_on = nullptr;
};

// What the mouse does, for the page of keys.
struct Gesture {
    std::string_view name;
    std::string_view how;
};
std::span<const Gesture> Gestures();

// In the order of the menus; the views are among them (views.h).
std::span<const Action> Actions();

// The name in a menu, with what Undo would undo, or the present value of a setting.
std::string NameOf(const Action& action, const AppState& state);

// What a key does. Nothing where it is not in the table, is not possible now, or belongs to the
// text field that has the focus.
std::optional<Command> CommandFor(const AppState& state, const KeyPress& press, bool is_typing);

}  // namespace decodescope
