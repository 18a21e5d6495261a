// The command line: what was typed becomes a verb that runs (verbs.h), or a window that opens.
//
// Nothing here needs a display: the window is reached through a function, so that this part links
// neither ImGui nor GLFW.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/work_progress.h"
#include "core/run/playhead.h"
#include "core/run/recipe.h"

namespace decodescope {

// 0: fine. 1: the answer is "no". 2: bad usage or bad input.
constexpr int kExitFine = 0;
constexpr int kExitNo = 1;
constexpr int kExitBad = 2;

enum class ThemeChoice { Light, Dark };

// How the window starts, or what a screenshot shows. Absent: the window's own choice.
struct WindowOptions {
    Recipe recipe;     // opened, with all overrides applied
    std::string path;  // FILE as typed; empty: the ABC model that comes with the program
    std::optional<Playhead> playhead;  // exists in a recording that runs to the recipe's end

    // Of a large FILE instead: reads it while the window is there already. May be called by another
    // thread, and throws Error; the recipe above is then the ABC model's.
    struct Read {
        Recipe recipe;
        std::optional<Playhead> playhead;
    };
    std::function<Read(WorkProgress&)> read;

    std::optional<int> width, height;  // in window pixels
    std::optional<double> scale;
    std::optional<ThemeChoice> theme;
    std::optional<std::string> view;        // by its name; the window knows which there are
    std::optional<int> view_step;           // of a view with steps of its own
    std::optional<int> trace_megabytes;     // for the numbers of passes
    bool presents = false;                  // as in a lecture room
    std::optional<std::string> ui_log;      // file to append to
    std::vector<std::string> examples;      // models that come with the program
    std::optional<std::string> screenshot;  // write a PNG there and end, instead of staying open
};

// The window as the command line knows it.
struct Window {
    // Shows it and returns the exit code; may throw Error. Null: the program has none, and says so.
    int (*run)(const WindowOptions& options) = nullptr;
    std::string views;  // what --view can name: "pass, branches or cost"
};

// Does what the arguments ask for and returns the program's exit code. Never throws: what goes
// wrong becomes one line on stderr.
int RunCli(int argc, char** argv, const Window& window);

}  // namespace decodescope
