// What is typed, from GLFW to ImGui and the app, in order and with nothing lost.
#pragma once

#include <deque>

#include "app/look/imgui_compat.h"
#include "app/shell/app.h"

struct GLFWwindow;

namespace decodescope {

// Keys and characters that were typed and not passed on yet. ImGui looks at the keys once per
// frame, so a key that goes down and up again between two frames would be lost, and a Ctrl that is
// up again would still seem to be down. Therefore the second change of a key within a frame, or a
// modifier's change after another key, waits for the next frame, and so does all after it.
class Keyboard {
public:
    void AddKey(int key, int scancode, int action, int modifiers) {
        events_.push_back({key, scancode, action, modifiers});
    }
    void AddCharacter(unsigned character) { events_.push_back({.character = character}); }

    // Once a frame, before it.
    void Feed(GLFWwindow* window, App& app);

    // After the backend's NewFrame, which asks GLFW what is down now: the events passed on may be
    // older.
    void TellModifiers() const;

    bool is_empty() const { return events_.empty(); }

private:
    // A key that went down or up, or a character that was typed.
    struct Event {
        int key = 0, scancode = 0, action = 0, modifiers = 0;
        unsigned character = 0;  // 0: this is a key
    };

    void FeedKey(GLFWwindow* window, App& app, const Event& event);

    std::deque<Event> events_;
    Modifiers modifiers_;
};

}  // namespace decodescope
