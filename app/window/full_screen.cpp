#include "app/window/full_screen.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <span>

namespace decodescope {
namespace {

// The number of pixels of the window that are on a monitor.
long Overlap(GLFWmonitor* monitor, int x, int y, int width, int height) {
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    if (!mode) return -1;
    int left = 0, top = 0;
    glfwGetMonitorPos(monitor, &left, &top);
    const long wide = std::min(x + width, left + mode->width) - std::max(x, left);
    const long high = std::min(y + height, top + mode->height) - std::max(y, top);
    return std::max(0L, wide) * std::max(0L, high);
}

}  // namespace

bool FullScreen::IsOn(GLFWwindow* window) { return glfwGetWindowMonitor(window) != nullptr; }

void FullScreen::Follow(GLFWwindow* window, bool wanted) {
    if (wanted == IsOn(window)) return;
    if (!wanted) {
        glfwSetWindowMonitor(window, nullptr, before_.x, before_.y, before_.width, before_.height,
                             GLFW_DONT_CARE);
        return;
    }
    Place place;
    glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &place.width, &place.height);
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* best = nullptr;
    long most = -1;
    for (GLFWmonitor* monitor : std::span(monitors, static_cast<size_t>(count))) {
        const long overlap = Overlap(monitor, place.x, place.y, place.width, place.height);
        if (overlap <= most) continue;
        most = overlap;
        best = monitor;
    }
    if (!best) return;
    before_ = place;
    const GLFWvidmode& mode = *glfwGetVideoMode(best);
    glfwSetWindowMonitor(window, best, 0, 0, mode.width, mode.height, mode.refreshRate);
}

}  // namespace decodescope
