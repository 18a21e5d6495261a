#include "app/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "app/app.h"
#include "app/window/full_screen.h"
#include "app/window/keyboard.h"
#include "app/window/screenshot.h"
#include "app/window/session.h"
#include "app/window/textures.h"

namespace decodescope {
namespace {

// What the callbacks write and the loop reads.
struct Loop {
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

// --- What GLFW tells -------------------------------------------------------------------------------

// How many pixels of ImGui's the monitor wants for one of ours. Where the window's own unit is larger
// than a pixel (Wayland), the picture is enlarged already.
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
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { OnOtherPixels(w); });
}

// Keys go through the loop's keyboard to ImGui, instead of straight to it.
void TakeKeyboard(GLFWwindow* window) {
    glfwSetKeyCallback(window, OnKey);
    glfwSetCharCallback(window, OnCharacter);
}

// --- The loop --------------------------------------------------------------------------------------

// Sleeps until there is something to draw.
void WaitForEvents(Loop& loop) {
    const double now = glfwGetTime(), tick = loop.app->next_tick();
    if (loop.frames_wanted > 0) {
        glfwPollEvents();
    } else if (std::isfinite(tick)) {
        glfwWaitEventsTimeout(std::max(0.001, tick - now));
    } else {
        glfwWaitEvents();
    }
    const bool is_due = glfwGetTime() >= loop.app->next_tick();
    if (loop.is_woken.exchange(false) || is_due) loop.frames_wanted = std::max(loop.frames_wanted, 1);
}

void UpdateTitle(GLFWwindow* window, Loop& loop) {
    const Document& document = loop.app->state().document;
    const std::string name = document.path.empty()
                                 ? document.recipe.model->name
                                 : document.path.substr(document.path.find_last_of('/') + 1);
    const std::string wanted = (document.unsaved() ? "• " : "") + name + " – Decodescope";
    if (wanted == loop.title) return;
    loop.title = wanted;
    glfwSetWindowTitle(window, loop.title.c_str());
}

// The state says whether the window should fill its screen; where that cannot be, or a monitor took it
// away, the state learns it.
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
    UpdateLook(*loop.app);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    loop.app->Frame(glfwGetTime());
    ImGui::Render();
    Paint(*loop.app, width, height);
    glfwSwapBuffers(window);
    if (loop.app->wants_frame()) loop.frames_wanted = std::max(loop.frames_wanted, 2);
}

int RunLoop(const WindowOptions& options) {
    const Glfw glfw;
    const WindowPtr window = OpenWindow(options.width.value_or(kDefaultWidth),
                                        options.height.value_or(kDefaultHeight), true);
    Loop loop;
    App app(StateOf(options), options.ui_log.value_or(""), [&loop] {
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
    while (!app.state().ui.wants_to_quit) {
        if (loop.frames_wanted > 0) DrawFrame(window.get(), loop);
        UpdateTitle(window.get(), loop);
        UpdateFullScreen(window.get(), loop);
        WaitForEvents(loop);
    }
    return kExitFine;
}

}  // namespace

int ShowWindow(const WindowOptions& options) {
    return options.screenshot ? TakeScreenshot(options) : RunLoop(options);
}

}  // namespace decodescope
