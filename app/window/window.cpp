#include "app/window/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include "app/apply/file_commands.h"
#include "app/apply/screen_commands.h"
#include "app/files/folders.h"
#include "app/files/preferences_file.h"
#include "app/shell/app.h"
#include "app/window/full_screen.h"
#include "app/window/keyboard.h"
#include "app/window/screenshot.h"
#include "app/window/session.h"
#include "app/window/textures.h"

namespace decodescope {
namespace {

constexpr int kLeastRemembered = 200;  // the size of a smaller window is not remembered
constexpr double kLongest = 3600;      // seconds; the loop never sleeps longer

// What the callbacks write and the loop reads.
struct Loop {
    bool has_given_size = false;  // by an option
    bool has_new_size = true;
    App* app = nullptr;
    int frames_wanted = kSettleFrames;
    Keyboard keyboard;
    FullScreen full_screen;
    std::string title;
    std::atomic<bool> is_woken = false;  // by another thread

    static Loop& Of(GLFWwindow* window) {
        return *static_cast<Loop*>(glfwGetWindowUserPointer(window));
    }
    static void Wake(GLFWwindow* window) { Of(window).frames_wanted = kSettleFrames; }
};

// --- What GLFW reports --------------------------------------------------------------------------

// The scale of the monitor: ImGui pixels per pixel at scale 1. Where the window's own unit is
// larger than a pixel (Wayland), the picture is enlarged already.
float ContentScaleOf(GLFWwindow* window) {
    float scale = 1;
    glfwGetWindowContentScale(window, &scale, nullptr);
    int width = 0, pixels = 0;
    glfwGetWindowSize(window, &width, nullptr);
    glfwGetFramebufferSize(window, &pixels, nullptr);
    if (width > 0 && pixels > 0) scale *= static_cast<float>(width) / static_cast<float>(pixels);
    return scale;
}

void OnKey(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    Loop::Wake(window);
    Loop::Of(window).keyboard.AddKey(key, scancode, action, modifiers);
}

void OnCharacter(GLFWwindow* window, unsigned character) {
    Loop::Wake(window);
    Loop::Of(window).keyboard.AddCharacter(character);
}

void OnDrop(GLFWwindow* window, int count, const char** paths) {
    Loop::Wake(window);
    if (count > 0) Loop::Of(window).app->Do(OpenPath{paths[0]});
}

// The window closes when the app agrees.
void OnClose(GLFWwindow* window) {
    Loop::Wake(window);
    glfwSetWindowShouldClose(window, GLFW_FALSE);
    Loop::Of(window).app->Do(Quit{});
}

void OnOtherPixels(GLFWwindow* window) {
    Loop::Wake(window);
    Loop::Of(window).has_new_size = true;
    Loop::Of(window).app->SetContentScale(ContentScaleOf(window));
}

// ImGui's own callbacks, installed later, call these first.
void InstallCallbacks(GLFWwindow* window) {
    glfwSetDropCallback(window, OnDrop);
    glfwSetWindowCloseCallback(window, OnClose);
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { Loop::Wake(w); });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int) { Loop::Wake(w); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { Loop::Wake(w); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { Loop::Wake(w); });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { Loop::Wake(w); });
    glfwSetWindowIconifyCallback(window, [](GLFWwindow* w, int) { Loop::Wake(w); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { OnOtherPixels(w); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { Loop::Wake(w); });
    glfwSetWindowContentScaleCallback(window,
                                      [](GLFWwindow* w, float, float) { OnOtherPixels(w); });
}

// Keys go through the loop's keyboard to ImGui, instead of straight to it.
void TakeKeyboard(GLFWwindow* window) {
    glfwSetKeyCallback(window, OnKey);
    glfwSetCharCallback(window, OnCharacter);
}

// --- The loop ------------------------------------------------------------------------------------

// Sleeps until there is something to draw or to poll.
void WaitForEvents(Loop& loop) {
    App& app = *loop.app;
    const double wait = std::min(app.next_tick(), app.next_poll()) - glfwGetTime();
    if (loop.frames_wanted > 0) {
        glfwPollEvents();
    } else if (wait < kLongest) {
        glfwWaitEventsTimeout(std::max(0.001, wait));
    } else {
        glfwWaitEvents();
    }
    const double now = glfwGetTime();
    if (app.Poll(now)) loop.frames_wanted = kSettleFrames;
    const bool is_due = now >= app.next_tick();
    if (loop.is_woken.exchange(false) || is_due)
        loop.frames_wanted = std::max(loop.frames_wanted, 1);
}

void UpdateTitle(GLFWwindow* window, Loop& loop) {
    const Document& document = loop.app->state().document;
    const std::string wanted =
        (document.unsaved() ? "• " : "") + document.name() + " – Decodescope";
    if (wanted == loop.title) return;
    loop.title = wanted;
    glfwSetWindowTitle(window, loop.title.c_str());
}

// Makes the window full screen if the state says so. If that is impossible, or a monitor was
// unplugged, the state is corrected.
void UpdateFullScreen(GLFWwindow* window, Loop& loop) {
    const bool wanted = loop.app->state().ui.full_screen;
    if (wanted == FullScreen::IsOn(window)) return;
    loop.full_screen.Follow(window, wanted);
    if (wanted != FullScreen::IsOn(window)) loop.app->Do(ToggleFullScreen{});
    Loop::Wake(window);
}

void DrawFrame(GLFWwindow* window, Loop& loop) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    if (width <= 0 || height <= 0) {  // minimised
        loop.frames_wanted = 0;
        return;
    }
    --loop.frames_wanted;
    loop.keyboard.Feed(window, *loop.app);
    if (!loop.keyboard.is_empty()) loop.frames_wanted = kSettleFrames;
    ImGui_ImplGlfw_NewFrame();  // knows the window's size, on which the look depends
    UpdateLook(*loop.app);
    ImGui_ImplOpenGL3_NewFrame();
    loop.keyboard.TellModifiers();
    ImGui::NewFrame();
    loop.app->Frame(glfwGetTime());
    ImGui::Render();
    Paint(*loop.app, width, height);
    glfwSwapBuffers(window);
    if (loop.app->wants_frame()) loop.frames_wanted = std::max(loop.frames_wanted, 2);
}

// The size that the options ask for, else the one that the window had when it was last closed, as
// far as the screen allows.
WindowPtr OpenWindowFor(const WindowOptions& options, const WindowPlace& remembered) {
    WindowPlace place = remembered;
    const bool is_remembered = place.width >= kLeastRemembered && place.height >= kLeastRemembered;
    if (!is_remembered) place = {.width = kDefaultWidth, .height = kDefaultHeight};
    int x = 0, y = 0, width = 0, height = 0;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (monitor) glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    if (is_remembered && width > 0 && height > 0) {
        place.width = std::min(place.width, width);
        place.height = std::min(place.height, height);
    }
    const bool is_maximized = place.is_maximized && !options.width;
    glfwWindowHint(GLFW_MAXIMIZED, is_maximized ? GLFW_TRUE : GLFW_FALSE);
    return OpenWindow(options.width.value_or(place.width), options.height.value_or(place.height),
                      true);
}

// A size from --size is not a preference.
void RememberPlace(GLFWwindow* window, Loop& loop) {
    if (!std::exchange(loop.has_new_size, false) || loop.has_given_size) return;
    if (FullScreen::IsOn(window) || glfwGetWindowAttrib(window, GLFW_ICONIFIED)) return;
    WindowPlace place = loop.app->state().preferences.window;
    place.is_maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) != 0;
    if (!place.is_maximized) glfwGetWindowSize(window, &place.width, &place.height);
    if (place.width <= 0 || place.height <= 0) return;
    if (place != loop.app->state().preferences.window) loop.app->Do(RememberWindow{place});
}

int RunLoop(const WindowOptions& options) {
    const Glfw glfw;
    const Folders folders = FoldersFromEnvironment();
    const PreferencesRead remembered = ReadPreferences(PreferencesPath(folders));
    const WindowPtr window = OpenWindowFor(options, remembered.preferences.window);
    Loop loop{.has_given_size = options.width.has_value()};
    App app(StateOf(options, remembered.preferences), options.ui_log.value_or(""), [&loop] {
        loop.is_woken = true;
        glfwPostEmptyEvent();
    });
    loop.app = &app;
    glfwSetWindowUserPointer(window.get(), &loop);
    InstallCallbacks(window.get());
    const ImGuiSession imgui(window.get(), true);
    TakeKeyboard(window.get());
    app.UseTextures(OpenGlTextures());
    Start(app, options, ContentScaleOf(window.get()));
    app.Remember(folders, remembered.preferences);
    if (!remembered.problem.empty())
        app.Do(ShowMessage{"not all preferences could be read: " + remembered.problem});
    while (!app.state().ui.wants_to_quit) {
        if (loop.frames_wanted > 0) DrawFrame(window.get(), loop);
        UpdateTitle(window.get(), loop);
        UpdateFullScreen(window.get(), loop);
        RememberPlace(window.get(), loop);
        WaitForEvents(loop);
    }
    app.Close();
    return kExitFine;
}

}  // namespace

int ShowWindow(const WindowOptions& options) {
    return options.screenshot ? TakeScreenshot(options) : RunLoop(options);
}

}  // namespace decodescope
