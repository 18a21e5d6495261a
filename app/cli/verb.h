// A verb of the command line: its words, what can be typed after it, and what it does.
//
//   struct LoopOptions { … };                                  what was typed
//   void AddOptions(OptionList& list, LoopOptions& options)    the table of what can be typed
//   int RunLoop(const LoopOptions& options)                    does it
//   const Verb kLoopVerb = {"loop", …, Prepare<LoopOptions, AddOptions, RunLoop>};
//
// With a line in verbs.cpp that is all of it: --help and the dispatch read that table.
#pragma once

#include <functional>
#include <memory>

#include "app/cli/cli.h"
#include "app/cli/option_list.h"

namespace decodescope {

// Does what was typed and returns the exit code; throws Error.
using VerbRun = std::function<int()>;

struct Verb {
    const char* name;       // as typed; empty: no verb, which opens the window
    const char* arguments;  // as --help of the program shows it: "FILE -o CACHE"
    const char* summary;    // there, in a line
    const char* help;       // at the top of its own --help
    // Adds what can be typed and returns what is to be done once it was. `window` lives longer.
    VerbRun (*prepare)(OptionList& options, const Window& window);
    bool needs_display = false;
};

// For a verb that needs no window.
template <class Options, void (*kAddOptions)(OptionList&, Options&), int (*kRun)(const Options&)>
VerbRun Prepare(OptionList& list, const Window&) {
    const auto options = std::make_shared<Options>();
    kAddOptions(list, *options);
    return [options] { return kRun(*options); };
}

}  // namespace decodescope
