// Full screen: the window covers a monitor, and later returns to where it was.
#pragma once

struct GLFWwindow;

namespace decodescope {

class FullScreen {
public:
    // Makes the window fill the monitor that most of it is on, or returns it to its old place.
    // Without a monitor, nothing happens.
    void Follow(GLFWwindow* window, bool wanted);

    // A monitor that is unplugged ends the full screen.
    static bool IsOn(GLFWwindow* window);

private:
    struct Place {
        int x = 0, y = 0, width = 0, height = 0;
    };
    Place before_;
};

}  // namespace decodescope
