#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <new>

#include "app/cli/assets.h"
#include "app/cli/batch_verb.h"
#include "app/cli/check_verb.h"
#include "app/cli/cost_verb.h"
#include "app/cli/decode_verb.h"
#include "app/cli/loop_verb.h"
#include "app/cli/mistakes_verb.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/prefill_verb.h"
#include "app/cli/trace_verb.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

// --- The verbs ----------------------------------------------------------------------------------

struct VerbRow {
    Verb verb;
    const char* name;  // as typed; empty: no verb
    const char* usage;
    const char* help;
};

constexpr VerbRow kVerbs[] = {
    {Verb::Window, "", "decodescope",
     "Watch a language model decode, number by number. Without a verb it opens the window, on a "
     "model or recipe file, or on the ABC model with the prompt \"A B\"."},
    {Verb::Trace, "trace", "decodescope trace", "Every value of every pass."},
    {Verb::Check, "check", "decodescope check",
     "The cached run against a full recompute: counts, max |difference|; exit code 1 if they "
     "disagree."},
    {Verb::Batch, "batch", "decodescope batch",
     "Several responses together, one pass over the weights a step, and each against itself alone; "
     "exit code 1 if a row differs."},
    {Verb::Prefill, "prefill", "decodescope prefill",
     "One of two workers: computes the prompt's K and V and ships the cache, to a file or to a "
     "decode "
     "worker that listens. Exit code 0 only where it was written, or accepted."},
    {Verb::Decode, "decode", "decodescope decode",
     "The other worker: decodes from a cache that decodescope prefill made, with the same model, "
     "and "
     "writes the trace. Rule, seed and number of tokens come with the cache."},
    {Verb::Mistakes, "mistakes", "decodescope mistakes",
     "The recipe run by a decoder that makes classic mistakes, one at a time: which invariants "
     "break, at "
     "which pass, by how much; exit code 1 if one broke."},
    {Verb::Cost, "cost", "decodescope cost",
     "What each pass costs, counted: multiply-adds, bytes of weights and cache, with the cache and "
     "without. With --hardware also what a step would take there, modelled."},
    {Verb::Loop, "loop", "decodescope loop",
     "The generation loop as code: the line that each step belongs to, and its variables."},
    {Verb::Screenshot, "screenshot", "decodescope screenshot",
     "A picture of the window at a playhead. This one needs a display, such as xvfb-run gives."},
};

constexpr const char* kVerbHelp =
    "Verbs, all but the last without a display:\n"
    "  decodescope trace FILE [options]        every value of every pass\n"
    "  decodescope check FILE [options]        cached run against full recompute\n"
    "  decodescope batch FILE [options]        several responses together, step by step\n"
    "  decodescope prefill FILE -o CACHE       the prompt's cache, for another process to decode "
    "from\n"
    "  decodescope decode FILE --cache CACHE   the trace of decoding from it\n"
    "  decodescope mistakes FILE [options]     classic mistakes, and what gives them away\n"
    "  decodescope cost FILE [options]         multiply-adds and bytes of every pass\n"
    "  decodescope loop FILE [options]         the generation loop as code, line by line\n"
    "  decodescope screenshot FILE -o OUT.png  a picture of the window\n"
    "Each has a --help of its own. Exit codes: 0 fine, 1 the answer is no, 2 bad usage or input.";

const VerbRow& VerbNamed(const char* argument) {
    for (const VerbRow& row : kVerbs) {
        if (argument != nullptr && *row.name != '\0' && argument == std::string(row.name))
            return row;
    }
    return kVerbs[0];
}

// --- Dispatch -----------------------------------------------------------------------------------

WindowOptions WindowOptionsOf(const Options& options, Verb verb) {
    WindowOptions window;
    window.recipe = OpenRecipe(options);
    window.path = options.file.value_or("");
    if (options.playhead) window.playhead = ResolvePlayhead(*options.playhead, window.recipe);
    if (options.size) {
        window.width = options.size->width;
        window.height = options.size->height;
    }
    window.scale = options.scale;
    window.theme = options.theme;
    window.view = options.view;
    window.ui_log = options.ui_log;
    window.examples = ExampleModels();
    if (verb == Verb::Screenshot) window.screenshot = options.output;
    return window;
}

int RunInWindow(const Options& options, Verb verb, const RunWindow& run_window) {
    if (verb == Verb::Screenshot && !options.output) {
        throw Error("there is no file for the picture", "", "add -o OUT.png");
    }
    const WindowOptions window = WindowOptionsOf(options, verb);
    if (run_window) return run_window(window);
    throw Error("this program was built without a window", "",
                "use decodescope trace FILE or decodescope check FILE");
}

int RunVerb(const VerbRow& row, const Options& options, const RunWindow& run_window) {
    CheckOutput(options.output,
                {options.file, options.tokenizer, options.cache, options.prompts_file});
    switch (row.verb) {
        case Verb::Trace: return RunTrace(options);
        case Verb::Check: return RunCheck(options);
        case Verb::Prefill: return RunPrefill(options);
        case Verb::Decode: return RunDecode(options);
        case Verb::Batch: return RunBatch(options);
        case Verb::Mistakes: return RunMistakes(options);
        case Verb::Cost: return RunCost(options);
        case Verb::Loop: return RunLoop(options);
        case Verb::Window:
        case Verb::Screenshot: break;
    }
    return RunInWindow(options, row.verb, run_window);
}

// Parses, then runs. --help and --version come as exceptions from the parser.
int ParseAndRun(int argc, char** argv, const RunWindow& run_window, std::string_view view_names) {
    const VerbRow& row = VerbNamed(argc > 1 ? argv[1] : nullptr);
    Options options;
    CLI::App app{row.help, row.usage};
    AddOptions(app, row.verb, options);
    if (CLI::Option* const view = app.get_option_no_throw("--view")) {
        view->description(std::string(view_names));
    }
    app.set_version_flag("--version", "decodescope " DECODESCOPE_VERSION);
    if (row.verb == Verb::Window) app.footer(kVerbHelp);
    const int skipped = row.verb == Verb::Window ? 0 : 1;
    try {
        app.parse(argc - skipped, argv + skipped);
    } catch (const CLI::CallForHelp&) {
        WriteOutput(std::nullopt, app.help());
        return kExitFine;
    } catch (const CLI::CallForVersion& version) {
        WriteOutput(std::nullopt, std::string(version.what()) + "\n");
        return kExitFine;
    } catch (const CLI::RequiredError&) {
        throw Error("there is no model or recipe", "", std::string("write ") + row.usage + " FILE");
    } catch (const CLI::ParseError& error) {
        throw Error(error.what(), "", std::string("see ") + row.usage + " --help");
    }
    return RunVerb(row, options, run_window);
}

}  // namespace

int RunCli(int argc, char** argv, const RunWindow& run_window, std::string_view view_names) {
    // A closed pipe or a file grown too large is an error that is reported, not a silent end.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return ParseAndRun(argc, argv, run_window, view_names);
    } catch (const std::bad_alloc&) {
        PrintError("there is not enough memory, ask for fewer --tokens or a smaller model");
    } catch (const std::exception& error) {
        PrintError(error.what());
    }
    return kExitBad;
}

}  // namespace decodescope
