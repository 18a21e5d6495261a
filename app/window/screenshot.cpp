#include "app/window/screenshot.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <stb_image_write.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/window/session.h"
#include "app/window/textures.h"
#include "core/base/error.h"
#include "core/io/file.h"

namespace decodescope {
namespace {

constexpr int kLargestSide = 16384;

// A picture to draw into that need not fit on any screen. Its functions belong to OpenGL 3 and are
// looked up, because the system's header declares only OpenGL 1.
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
            throw Error("a picture of this size cannot be drawn here", "",
                        "choose a smaller --size");
        }
    }

private:
    static constexpr GLenum kFramebuffer = 0x8D40, kRenderbuffer = 0x8D41,
                            kColorAttachment = 0x8CE0, kComplete = 0x8CD5;

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
        static_cast<std::string*>(out)->append(static_cast<const char*>(data),
                                               static_cast<size_t>(size));
    };
    const int row = width * 3;
    // OpenGL counts rows from the bottom; a negative stride flips the picture.
    stbi_write_png_to_func(
        append, &png, width, height, 3,
        pixels.data() + static_cast<size_t>(row) * static_cast<size_t>(height - 1), -row);
    return png;
}

void DrawOffscreen(App& app, int width, int height) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    UpdateLook(app);
    ImGui_ImplOpenGL3_NewFrame();
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = 1.0f;  // every transition is over
    ImGui::NewFrame();
    app.Frame(glfwGetTime());
    ImGui::Render();
    Paint(app, width, height);
}

}  // namespace

int TakeScreenshot(const WindowOptions& options) {
    const int width = options.width.value_or(kDefaultWidth);
    const int height = options.height.value_or(kDefaultHeight);
    if (std::min(width, height) < 1 || std::max(width, height) > kLargestSide) {
        throw Error(
            "a picture cannot have this size", "--size",
            "choose 1x1 to " + std::to_string(kLargestSide) + "x" + std::to_string(kLargestSide));
    }
    const Glfw glfw;
    const WindowPtr window = OpenWindow(64, 64, false);
    App app(StateOf(options, {}), options.ui_log.value_or(""), [] { glfwPostEmptyEvent(); });
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

}  // namespace decodescope
