#include "app/window/keyboard.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <vector>

#include "app/look/imgui_compat.h"

namespace decodescope {
namespace {

Key NamedKey(int key) {
    switch (key) {
        case GLFW_KEY_LEFT: return Key::Left;
        case GLFW_KEY_RIGHT: return Key::Right;
        case GLFW_KEY_UP: return Key::Up;
        case GLFW_KEY_DOWN: return Key::Down;
        case GLFW_KEY_TAB: return Key::Tab;
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER: return Key::Enter;
        case GLFW_KEY_PAGE_UP: return Key::PageUp;
        case GLFW_KEY_PAGE_DOWN: return Key::PageDown;
        case GLFW_KEY_HOME: return Key::Home;
        case GLFW_KEY_END: return Key::End;
        case GLFW_KEY_SPACE: return Key::Space;
        case GLFW_KEY_ESCAPE: return Key::Escape;
        case GLFW_KEY_F11: return Key::F11;
        default: return Key::None;
    }
}

// Printable keys without Ctrl arrive as characters, since their place depends on the keyboard
// layout; everything else arrives as a key, named by its label.
std::optional<KeyPress> PressOf(int key, int scancode, int modifiers) {
    KeyPress press{.ctrl = (modifiers & GLFW_MOD_CONTROL) != 0,
                   .shift = (modifiers & GLFW_MOD_SHIFT) != 0,
                   .alt = (modifiers & GLFW_MOD_ALT) != 0};
    press.key = NamedKey(key);
    if (press.key != Key::None) return press;
    const char* label = glfwGetKeyName(key, scancode);
    if (!label || std::strlen(label) != 1) return std::nullopt;
    const bool is_letter = ('a' <= *label && *label <= 'z') || ('A' <= *label && *label <= 'Z');
    if (!is_letter && !press.ctrl) return std::nullopt;
    press.key = Key::Character;
    press.character =
        is_letter ? static_cast<char32_t>(*label | 0x20) : static_cast<char32_t>(*label);
    return press;
}

bool RepeatsWell(const KeyPress& press) {
    return press.key != Key::Character && press.key != Key::Space && press.key != Key::Escape &&
           press.key != Key::Enter && press.key != Key::F11;
}

bool IsModifier(int key) { return GLFW_KEY_LEFT_SHIFT <= key && key <= GLFW_KEY_RIGHT_SUPER; }

// Whether a key event must wait for the next frame, given the keys that changed in this one.
bool MustWait(int key, int action, const std::vector<int>& changed) {
    if (action == GLFW_REPEAT || changed.empty()) return false;
    return IsModifier(key) || std::ranges::find(changed, key) != changed.end();
}

// The modifiers that are down after an event; for a modifier's own key GLFW reports those before
// it.
Modifiers ModifiersAfter(int key, int action, int modifiers) {
    const auto is_down = [&](int left, int right, int bit) {
        const bool is_itself = key == left || key == right;
        return is_itself ? action != GLFW_RELEASE : (modifiers & bit) != 0;
    };
    return {.ctrl = is_down(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL),
            .shift = is_down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT),
            .alt = is_down(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT)};
}

void FeedCharacter(GLFWwindow* window, App& app, unsigned character) {
    ImGui_ImplGlfw_CharCallback(window, character);
    const bool is_sign =
        character < 128 && !std::isalnum(static_cast<int>(character)) && character != ' ';
    if (is_sign) app.OnKey({.key = Key::Character, .character = character});
}

}  // namespace

void Keyboard::FeedKey(GLFWwindow* window, App& app, const Event& event) {
    ImGui_ImplGlfw_KeyCallback(window, event.key, event.scancode, event.action, event.modifiers);
    modifiers_ = ModifiersAfter(event.key, event.action, event.modifiers);
    if (event.action == GLFW_RELEASE) return;
    const std::optional<KeyPress> press = PressOf(event.key, event.scancode, event.modifiers);
    if (press && (event.action == GLFW_PRESS || RepeatsWell(*press))) app.OnKey(*press);
}

void Keyboard::TellModifiers() const { SetModifiers(modifiers_); }

void Keyboard::Feed(GLFWwindow* window, App& app) {
    std::vector<int> changed;
    while (!events_.empty()) {
        const Event event = events_.front();
        if (event.character != 0) {
            FeedCharacter(window, app, event.character);
        } else if (MustWait(event.key, event.action, changed)) {
            break;
        } else {
            FeedKey(window, app, event);
            changed.push_back(event.key);
        }
        events_.pop_front();
    }
}

}  // namespace decodescope
