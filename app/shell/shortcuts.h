// Everything that can be done by name: one table for the keys, the menus and the page of keys.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/command.h"

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
    bool shift = false;  // counts only with Ctrl or a key that is no character: '?' needs it anyway
    bool alt = false;
};

enum class Menu { None, File, Edit, View, Playback, Help };

struct Action {
    std::string_view id;  // its hotspot in a menu is "menu.file." and this
    Menu menu;
    std::string_view name;
    std::string_view keys;            // as a person reads them; empty: none
    std::array<KeyPress, 2> presses;  // Key::None: none
    Command (*command)(const AppState& state);
    bool (*is_possible)(const AppState& state);
    bool while_typing;  // not taken by a focused text field
    bool (*is_on)(const AppState& state) =
        nullptr;  // of a setting: whether its menu item is ticked
};

// What the mouse does, for the page of keys.
struct Gesture {
    std::string_view name;
    std::string_view how;
};
std::span<const Gesture> Gestures();

std::span<const Action> Actions();

// The name in a menu: with what Undo would undo, and which of two things it would change to.
std::string NameOf(const Action& action, const AppState& state);

// What a key does. Nothing where it is not in the table, is not possible now, or belongs to the
// text field that has the focus.
std::optional<Command> CommandFor(const AppState& state, const KeyPress& press, bool is_typing);

}  // namespace decodescope
