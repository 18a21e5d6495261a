// GLFW and ImGui while they are open: a display, one window on it, and what every frame needs of
// them.
#pragma once

#include <memory>

#include "app/cli/cli.h"
#include "app/shell/app.h"

struct GLFWwindow;

namespace decodescope {

constexpr int kDefaultWidth = 1600, kDefaultHeight = 900;
constexpr int kSettleFrames = 5;  // ImGui needs some after an event: press, release, focus, typing

// Throws Error, saying what failed and what works without a window.
[[noreturn]] void FailWithoutWindow(const std::string& what);

// The connection to a display. Throws Error where there is none.
class Glfw {
public:
    Glfw();
    ~Glfw();
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
};

struct CloseWindow {
    void operator()(GLFWwindow* window) const;
};
using WindowPtr = std::unique_ptr<GLFWwindow, CloseWindow>;

// A window with OpenGL 3.3, which is made current. Throws Error where there is no OpenGL 3.3.
WindowPtr OpenWindow(int width, int height, bool visible);

// ImGui in a window. With callbacks it gets the mouse by itself.
class ImGuiSession {
public:
    ImGuiSession(GLFWwindow* window, bool install_callbacks);
    ~ImGuiSession();
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
};

// The state that the app begins with: from the options, and where they say nothing, from the
// preferences.
AppState StateOf(const WindowOptions& options, const Preferences& remembered);
void Start(App& app, const WindowOptions& options, float content_scale);

// Between frames: loads what theme and scale need. After a frame: puts it on the screen.
void UpdateLook(App& app);
void Paint(const App& app, int width, int height);

}  // namespace decodescope
