// The command line: what was typed becomes a verb that runs, or the options of a window.
//
//   decodescope [FILE] [options]            the window        -> run_window
//   decodescope trace FILE [options]        every value       (trace.h)
//   decodescope check FILE [options]        cached against recomputed (check_verb.h)
//   decodescope prefill FILE -o CACHE       a prompt's cache   (prefill_verb.h)
//   decodescope decode FILE --cache CACHE   decoding from it   (decode_verb.h)
//   decodescope mistakes FILE [options]     wrong decoders (mistakes_verb.h)
//   decodescope cost FILE [options]         counted, and modelled (cost_verb.h)
//   decodescope screenshot FILE -o OUT.png  a picture         -> run_window
//
// Nothing here needs a display: the window is reached through a function, so that this part links
// neither ImGui nor GLFW.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
    std::optional<int> width, height;  // in window pixels
    std::optional<double> scale;
    std::optional<ThemeChoice> theme;
    std::optional<std::string> view;        // by its name; the window knows which there are
    std::optional<std::string> ui_log;      // file to append to
    std::vector<std::string> examples;      // models that come with the program
    std::optional<std::string> screenshot;  // write a PNG there and end, instead of staying open
};

// Shows the window and returns the exit code. May throw Error.
using RunWindow = std::function<int(const WindowOptions&)>;

// Does what the arguments ask for and returns the program's exit code. Never throws: what goes
// wrong becomes one line on stderr. Without `run_window` the program has no window and says so.
// `view_names` is the help of --view, which only the window knows.
int RunCli(int argc, char** argv, const RunWindow& run_window, std::string_view view_names = {});

}  // namespace decodescope
