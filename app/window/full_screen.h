// Full screen: the window covers a monitor, and later stands again where it stood.
#pragma once

struct GLFWwindow;

namespace decodescope {

class FullScreen {
public:
    // Makes the window fill the monitor that most of it is on, or gives it its old place back.
    // Where no monitor is left, nothing happens.
    void Follow(GLFWwindow* window, bool wanted);

    // A monitor that disappears takes the full screen with it.
    static bool IsOn(GLFWwindow* window);

private:
    struct Place {
        int x = 0, y = 0, width = 0, height = 0;
    };
    Place before_;
};

}  // namespace decodescope
