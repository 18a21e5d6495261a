#include "app/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <stb_image_write.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "app/app.h"
#include "app/window_textures.h"
#include "core/error.h"
#include "core/io/file.h"

namespace decodescope {
namespace {

constexpr int kDefaultWidth = 1600, kDefaultHeight = 900;
constexpr int kLargestSide = 16384;  // of a screenshot
constexpr int kSettleFrames = 5;     // ImGui needs some after an event: press, release, focus, typing

std::string last_glfw_error;  // GLFW reports errors through a callback without user data

[[noreturn]] void FailWithoutWindow(const std::string& what) {
    std::string where = last_glfw_error;  // "Failed to open display " and its name, which may be empty
    where.erase(where.find_last_not_of(' ') + 1);
    throw Error(what, where,
                "decodescope trace FILE and decodescope check FILE work without a window");
}

// --- GLFW and ImGui, opened and closed ------------------------------------------------------------

class Glfw {
public:
    Glfw() {
        glfwSetErrorCallback([](int, const char* description) { last_glfw_error = description; });
        if (!glfwInit()) FailWithoutWindow("there is no display to open a window on");
    }
    ~Glfw() { glfwTerminate(); }
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
};

struct CloseWindow {
    void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowPtr = std::unique_ptr<GLFWwindow, CloseWindow>;

WindowPtr OpenWindow(int width, int height, bool visible) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
    WindowPtr window(glfwCreateWindow(width, height, "Decodescope", nullptr, nullptr));
    if (!window) FailWithoutWindow("OpenGL 3.3 is not available here");
    glfwMakeContextCurrent(window.get());
    glfwSwapInterval(1);
    return window;
}

class ImGuiSession {
public:
    ImGuiSession(GLFWwindow* window, bool install_callbacks) {
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;                // nothing is written to the working folder
        io.ConfigInputTextCursorBlink = false;   // a blinking cursor would never let the window rest
        ImGui_ImplGlfw_InitForOpenGL(window, install_callbacks);
        ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ~ImGuiSession() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
};

void UpdateLook(App& app) {
    [[maybe_unused]] const bool has_new_fonts = app.LoadLook();
#if IMGUI_VERSION_NUM < 19200
    if (has_new_fonts) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
#endif
}

void Paint(const App& app, int width, int height) {
    const ImVec4 canvas = ImGui::ColorConvertU32ToFloat4(app.theme().colors().canvas);
    glViewport(0, 0, width, height);
    glClearColor(canvas.x, canvas.y, canvas.z, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

AppState StateOf(const WindowOptions& options) {
    AppState state = StateFor(options.recipe, options.path);
    if (options.theme) {
        state.preferences.theme = *options.theme == ThemeChoice::Dark ? ThemeKind::Dark : ThemeKind::Light;
    }
    return state;
}

// --scale is what is meant on this monitor, whatever its own scale is.
void Start(App& app, const WindowOptions& options, float content_scale) {
    app.SetContentScale(content_scale);
    if (options.scale) app.Do(SetScale{static_cast<float>(*options.scale) / content_scale});
    if (options.playhead) app.GoToWhenRecorded(*options.playhead);
}

// --- Keys ----------------------------------------------------------------------------------------

Key NamedKey(int key) {
    switch (key) {
        case GLFW_KEY_LEFT: return Key::Left;
        case GLFW_KEY_RIGHT: return Key::Right;
        case GLFW_KEY_PAGE_UP: return Key::PageUp;
        case GLFW_KEY_PAGE_DOWN: return Key::PageDown;
        case GLFW_KEY_HOME: return Key::Home;
        case GLFW_KEY_END: return Key::End;
        case GLFW_KEY_SPACE: return Key::Space;
        case GLFW_KEY_ESCAPE: return Key::Escape;
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

// --- The window that stays open -------------------------------------------------------------------

// A key that went down or up, or a character that was typed.
struct InputEvent {
    int key = 0, scancode = 0, action = 0, modifiers = 0;
    unsigned character = 0;  // 0: this is a key
};

// What the callbacks write and the loop reads.
struct Loop {
    App* app = nullptr;
    int frames_wanted = kSettleFrames;
    std::deque<InputEvent> input;  // not yet told to anyone: see FeedInput

    static Loop& Of(GLFWwindow* window) {
        return *static_cast<Loop*>(glfwGetWindowUserPointer(window));
    }
    static void Wake(GLFWwindow* window) { Of(window).frames_wanted = kSettleFrames; }
};

void OnKey(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    Loop::Wake(window);
    Loop::Of(window).input.push_back({key, scancode, action, modifiers});
}

void OnCharacter(GLFWwindow* window, unsigned character) {
    Loop::Wake(window);
    Loop::Of(window).input.push_back({.character = character});
}

void FeedKey(GLFWwindow* window, App& app, const InputEvent& e) {
    ImGui_ImplGlfw_KeyCallback(window, e.key, e.scancode, e.action, e.modifiers);
    if (e.action == GLFW_RELEASE) return;
    const std::optional<KeyPress> press = PressOf(e.key, e.scancode, e.modifiers);
    const bool repeats_well = press && press->key != Key::Character && press->key != Key::Space &&
                              press->key != Key::Escape;
    if (press && (e.action == GLFW_PRESS || repeats_well)) app.OnKey(*press);
}

void FeedCharacter(GLFWwindow* window, App& app, unsigned character) {
    ImGui_ImplGlfw_CharCallback(window, character);
    const bool is_sign =
        character < 128 && !std::isalnum(static_cast<int>(character)) && character != ' ';
    if (is_sign) app.OnKey({.key = Key::Character, .character = character});
}

// Tells ImGui and the app what was typed, in order. ImGui looks at the keys once a frame, so what goes
// down and up again between two frames would be lost, and a Ctrl that is up again would still seem to
// be down: the release of a key that went down for this frame, and all behind it, waits for the next.
void FeedInput(GLFWwindow* window, Loop& loop) {
    std::vector<int> pressed;
    while (!loop.input.empty()) {
        const InputEvent e = loop.input.front();
        if (e.character != 0) {
            FeedCharacter(window, *loop.app, e.character);
        } else if (e.action == GLFW_RELEASE && std::ranges::find(pressed, e.key) != pressed.end()) {
            break;
        } else {
            FeedKey(window, *loop.app, e);
            if (e.action == GLFW_PRESS) pressed.push_back(e.key);
        }
        loop.input.pop_front();
    }
    if (!loop.input.empty()) loop.frames_wanted = kSettleFrames;
}

void OnDrop(GLFWwindow* window, int count, const char** paths) {
    Loop::Wake(window);
    if (count > 0) Loop::Of(window).app->Do(OpenPath{paths[0]});
}

// ImGui's own callbacks, installed later, call these first.
void InstallCallbacks(GLFWwindow* window) {
    glfwSetDropCallback(window, OnDrop);
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { Loop::Wake(w); });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int) { Loop::Wake(w); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { Loop::Wake(w); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { Loop::Wake(w); });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { Loop::Wake(w); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { Loop::Wake(w); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { Loop::Wake(w); });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float x, float) {
        Loop::Wake(w);
        Loop::Of(w).app->SetContentScale(x);
    });
}

// Sleeps until there is something to draw.
void WaitForEvents(Loop& loop, std::atomic<bool>& is_woken) {
    const double now = glfwGetTime(), tick = loop.app->next_tick();
    if (loop.frames_wanted > 0) {
        glfwPollEvents();
    } else if (std::isfinite(tick)) {
        glfwWaitEventsTimeout(std::max(0.001, tick - now));
    } else {
        glfwWaitEvents();
    }
    const bool is_due = glfwGetTime() >= loop.app->next_tick();
    if (is_woken.exchange(false) || is_due) loop.frames_wanted = std::max(loop.frames_wanted, 1);
}

void UpdateTitle(GLFWwindow* window, const App& app, std::string& title) {
    const Document& document = app.state().document;
    const std::string name = document.path.empty()
                                 ? document.recipe.model->name
                                 : document.path.substr(document.path.find_last_of('/') + 1);
    const std::string wanted = (document.unsaved() ? "• " : "") + name + " – Decodescope";
    if (wanted == title) return;
    title = wanted;
    glfwSetWindowTitle(window, title.c_str());
}

void DrawFrame(GLFWwindow* window, Loop& loop) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    if (width <= 0 || height <= 0) {  // minimised
        loop.frames_wanted = 0;
        return;
    }
    --loop.frames_wanted;
    FeedInput(window, loop);
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
    std::atomic<bool> is_woken = false;
    App app(StateOf(options), options.ui_log.value_or(""), [&is_woken] {
        is_woken = true;
        glfwPostEmptyEvent();
    });
    Loop loop{.app = &app};
    glfwSetWindowUserPointer(window.get(), &loop);
    InstallCallbacks(window.get());
    const ImGuiSession imgui(window.get(), true);
    app.UseTextures(OpenGlTextures());
    glfwSetKeyCallback(window.get(), OnKey);  // instead of ImGui's: FeedInput tells it
    glfwSetCharCallback(window.get(), OnCharacter);

    float content_scale = 1;
    glfwGetWindowContentScale(window.get(), &content_scale, nullptr);
    Start(app, options, content_scale);
    std::string title;
    while (!glfwWindowShouldClose(window.get()) && !app.state().ui.wants_to_quit) {
        if (loop.frames_wanted > 0) DrawFrame(window.get(), loop);
        UpdateTitle(window.get(), app, title);
        WaitForEvents(loop, is_woken);
    }
    return kExitFine;
}

// --- A screenshot ----------------------------------------------------------------------------------

// A picture to draw into that need not fit on any screen. Its functions belong to OpenGL 3 and are
// looked up, because the system's header promises OpenGL 1 only.
class Canvas {
public:
    Canvas(int width, int height) {
        LoadFunctions();
        gen_framebuffers_(1, &framebuffer_);
        bind_framebuffer_(kFramebuffer, framebuffer_);
        gen_renderbuffers_(1, &renderbuffer_);
        bind_renderbuffer_(kRenderbuffer, renderbuffer_);
        renderbuffer_storage_(kRenderbuffer, GL_RGBA8, width, height);
        attach_(kFramebuffer, kColorAttachment, kRenderbuffer, renderbuffer_);
        if (status_(kFramebuffer) != kComplete) {
            throw Error("a picture of this size cannot be drawn here", "", "choose a smaller --size");
        }
    }

private:
    static constexpr GLenum kFramebuffer = 0x8D40, kRenderbuffer = 0x8D41, kColorAttachment = 0x8CE0,
                            kComplete = 0x8CD5;

    template <class Function>
    static void Load(Function& function, const char* name) {
        function = reinterpret_cast<Function>(glfwGetProcAddress(name));
        if (!function) FailWithoutWindow("OpenGL 3.3 is not available here");
    }
    void LoadFunctions() {
        Load(gen_framebuffers_, "glGenFramebuffers");
        Load(bind_framebuffer_, "glBindFramebuffer");
        Load(gen_renderbuffers_, "glGenRenderbuffers");
        Load(bind_renderbuffer_, "glBindRenderbuffer");
        Load(renderbuffer_storage_, "glRenderbufferStorage");
        Load(attach_, "glFramebufferRenderbuffer");
        Load(status_, "glCheckFramebufferStatus");
    }

    void (*gen_framebuffers_)(GLsizei, GLuint*) = nullptr;
    void (*bind_framebuffer_)(GLenum, GLuint) = nullptr;
    void (*gen_renderbuffers_)(GLsizei, GLuint*) = nullptr;
    void (*bind_renderbuffer_)(GLenum, GLuint) = nullptr;
    void (*renderbuffer_storage_)(GLenum, GLenum, GLsizei, GLsizei) = nullptr;
    void (*attach_)(GLenum, GLenum, GLenum, GLuint) = nullptr;
    GLenum (*status_)(GLenum) = nullptr;

    GLuint framebuffer_ = 0;
    GLuint renderbuffer_ = 0;
};

std::string PngOf(int width, int height) {
    std::vector<unsigned char> pixels(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());

    std::string png;
    const auto append = [](void* out, void* data, int size) {
        static_cast<std::string*>(out)->append(static_cast<const char*>(data), static_cast<size_t>(size));
    };
    const int row = width * 3;
    // OpenGL counts rows from below; a negative stride turns the picture around.
    stbi_write_png_to_func(append, &png, width, height, 3,
                           pixels.data() + static_cast<size_t>(row) * static_cast<size_t>(height - 1),
                           -row);
    return png;
}

void DrawOffscreen(App& app, int width, int height) {
    UpdateLook(app);
    ImGui_ImplOpenGL3_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = 1.0f;  // whatever moves has arrived
    ImGui::NewFrame();
    app.Frame(glfwGetTime());
    ImGui::Render();
    Paint(app, width, height);
}

int TakeScreenshot(const WindowOptions& options) {
    const int width = options.width.value_or(kDefaultWidth);
    const int height = options.height.value_or(kDefaultHeight);
    if (std::min(width, height) < 1 || std::max(width, height) > kLargestSide) {
        throw Error("a picture cannot have this size", "--size",
                    "choose 1x1 to " + std::to_string(kLargestSide) + "x" + std::to_string(kLargestSide));
    }
    const Glfw glfw;
    const WindowPtr window = OpenWindow(64, 64, false);
    App app(StateOf(options), options.ui_log.value_or(""), [] { glfwPostEmptyEvent(); });
    const ImGuiSession imgui(window.get(), false);
    app.UseTextures(OpenGlTextures());
    Start(app, options, 1.0f);
    const Canvas canvas(width, height);

    int settled_frames = 0;
    while (settled_frames < kSettleFrames) {
        DrawOffscreen(app, width, height);
        settled_frames = app.is_settled() ? settled_frames + 1 : 0;
        if (!app.is_settled()) glfwWaitEventsTimeout(0.005);
    }
    WriteFileAtomically(*options.screenshot, PngOf(width, height));
    return kExitFine;
}

}  // namespace

int ShowWindow(const WindowOptions& options) {
    return options.screenshot ? TakeScreenshot(options) : RunLoop(options);
}

}  // namespace decodescope
