#include "app/window/keyboard.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <vector>

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

// Signs without Ctrl arrive as characters, since where they stand depends on the keyboard; all else
// arrives as a key, named by its label.
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
    press.character = is_letter ? static_cast<char32_t>(*label | 0x20) : static_cast<char32_t>(*label);
    return press;
}

bool RepeatsWell(const KeyPress& press) {
    return press.key != Key::Character && press.key != Key::Space && press.key != Key::Escape &&
           press.key != Key::Enter && press.key != Key::F11;
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
    if (event.action == GLFW_RELEASE) return;
    const std::optional<KeyPress> press = PressOf(event.key, event.scancode, event.modifiers);
    if (press && (event.action == GLFW_PRESS || RepeatsWell(*press))) app.OnKey(*press);
}

void Keyboard::Feed(GLFWwindow* window, App& app) {
    std::vector<int> changed;
    while (!events_.empty()) {
        const Event event = events_.front();
        if (event.character != 0) {
            FeedCharacter(window, app, event.character);
        } else if (event.action != GLFW_REPEAT && std::ranges::find(changed, event.key) != changed.end()) {
            break;
        } else {
            FeedKey(window, app, event);
            changed.push_back(event.key);
        }
        events_.pop_front();
    }
}

}  // namespace decodescope
