#include "app/window/session.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/apply/apply.h"
#include "app/apply/document_file.h"
#include "app/apply/file_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/views.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

std::string last_glfw_error;  // GLFW reports errors through a callback without user data

}  // namespace

void FailWithoutWindow(const std::string& what) {
    std::string where =
        last_glfw_error;  // "Failed to open display " and its name, which may be empty
    where.erase(where.find_last_not_of(' ') + 1);
    throw Error(what, where,
                "decodescope trace FILE and decodescope check FILE work without a window");
}

Glfw::Glfw() {
    glfwSetErrorCallback([](int, const char* description) { last_glfw_error = description; });
    if (!glfwInit()) FailWithoutWindow("there is no display to open a window on");
}

Glfw::~Glfw() { glfwTerminate(); }

void CloseWindow::operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }

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

ImGuiSession::ImGuiSession(GLFWwindow* window, bool install_callbacks) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;               // nothing is written to the working folder
    io.ConfigInputTextCursorBlink = false;  // a blinking cursor would need frames all the time
    ImGui_ImplGlfw_InitForOpenGL(window, install_callbacks);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiSession::~ImGuiSession() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

View ViewNamed(const std::string& name) {
    if (const ViewRow* view = FindView(name)) return view->view;
    throw Error("'" + name + "' is not a view", "--view", "write one of " + ViewNames());
}

namespace {

// What the options ask for beside the file itself.
Commands StartCommandsOf(const WindowOptions& options) {
    Commands commands;
    if (options.view) commands.push_back(ChooseView{ViewNamed(*options.view)});
    if (options.presents) commands.push_back(TogglePresentation{});
    return commands;
}

// The step of a view that has steps of its own.
std::optional<Command> StepCommandOf(const WindowOptions& options, View view) {
    const ViewRow& row = RowOf(view);
    if (!options.view_step || !row.set_step) return std::nullopt;
    return row.set_step(*options.view_step, false);
}

// The opening of a large file; the same commands follow when it is there.
std::shared_ptr<const Opening> OpeningOf(const WindowOptions& options) {
    const auto read = [options](WorkProgress& progress) {
        const WindowOptions::Read found = options.read(progress);
        return Opened{std::make_shared<const Document>(DocumentOf(found.recipe, options.path)),
                      found.playhead};
    };
    Commands afterwards = StartCommandsOf(options);
    const View view = options.view ? ViewNamed(*options.view) : View::Pass;
    if (auto step = StepCommandOf(options, view)) afterwards.push_back(std::move(*step));
    return std::make_shared<const Opening>(
        Opening{.path = options.path, .read = read, .afterwards = std::move(afterwards)});
}

}  // namespace

AppState StateOf(const WindowOptions& options, const Preferences& remembered) {
    AppState state = StateFor(options.recipe, options.read ? "" : options.path);
    state.preferences = remembered;
    Execute(state, SetTraceMemory{options.trace_megabytes.value_or(remembered.trace_megabytes)});
    state.examples = options.examples;
    if (options.theme) {
        state.preferences.theme =
            *options.theme == ThemeChoice::Dark ? ThemeKind::Dark : ThemeKind::Light;
    }
    if (options.read) {
        Execute(state, BeginOpening{OpeningOf(options)});
        return state;
    }
    if (!options.path.empty()) AddRecent(state.preferences.recent, AbsolutePath(options.path));
    for (const Command& command : StartCommandsOf(options)) Execute(state, command);
    return state;
}

// --scale is the final scale, whatever that of the monitor is.
void Start(App& app, const WindowOptions& options, float content_scale) {
    app.SetContentScale(content_scale);
    if (options.scale) app.Do(SetScale{static_cast<float>(*options.scale) / content_scale});
    if (options.playhead) app.GoToWhenRecorded(*options.playhead);
    if (options.read) return;  // the step comes with the file
    if (const auto step = StepCommandOf(options, app.state().ui.view)) app.Do(*step);
}

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

}  // namespace decodescope
