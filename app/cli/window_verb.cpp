#include "app/cli/window_verb.h"

#include <memory>

#include "app/cli/assets.h"
#include "app/cli/parse.h"
#include "app/cli/playhead_option.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"
#include "core/base/error.h"
#include "core/io/file_formats.h"

namespace decodescope {
namespace {

// --- Options ------------------------------------------------------------------------------------

struct StartOptions {
    RecipeOptions recipe;
    std::optional<PlayheadTyped> playhead;
    std::optional<WindowSize> size;
    std::optional<double> scale;
    std::optional<ThemeChoice> theme;
    std::optional<std::string> view;
    std::optional<int> view_step;
    std::optional<int> megabytes;
    bool presents = false;
    std::optional<std::string> ui_log;
    std::optional<std::string> picture;
};

using Text = const std::string&;
using O = StartOptions;

constexpr int kLastStep = 1000000;

constexpr Choice<ThemeChoice> kThemes[] = {{"light", ThemeChoice::Light},
                                           {"dark", ThemeChoice::Dark}};

constexpr OptionRow<O> kLookRows[] = {
    {"--size", "WxH", [](O& o, Text v, Text n) { o.size = ParseSize(v, n); },
     "size of the window in pixels, such as 1600x900"},
    {"--scale", "X", [](O& o, Text v, Text n) { o.scale = ParseReal(v, n, 0.5, 4); },
     "UI scale, 0.5 to 4"},
    {"--theme", "light|dark", [](O& o, Text v, Text n) { o.theme = ParseChoice(v, n, kThemes); },
     "the colours"},
    {"--step", "N",
     [](O& o, Text v, Text n) { o.view_step = ParseInteger<int>(v, n, 0, kLastStep); },
     "the step of a view that has steps of its own, from 0"},
    {"--present", "", [](O& o, Text, Text) { o.presents = true; },
     "as in a lecture room: everything large, no panels"},
};

constexpr OptionRow<O> kLogRows[] = {
    {"--ui-log", "FILE", [](O& o, Text v, Text) { o.ui_log = v; },
     "append a line of JSON whenever what is shown has changed"},
};

void AddStart(OptionList& list, StartOptions& options, const Window& window, FileNeed need) {
    AddRecipe(list, options.recipe, need);
    AddPlayhead(list, options.playhead);
    list.Add({.name = "--view",
              .argument = "NAME",
              .help = "the view to open: " + window.views,
              .set = [&options](Text value) { options.view = value; }});
    list.Add(options, kLookRows);
    AddMemory(list, options.megabytes);
}

// --- Run ----------------------------------------------------------------------------------------

std::optional<Playhead> PlayheadIn(const StartOptions& options, const Recipe& recipe) {
    if (!options.playhead) return std::nullopt;
    return ResolvePlayhead(*options.playhead, recipe);
}

// Opens FILE, or leaves that to the window where it takes long and a person is waiting.
void OpenInto(WindowOptions& window, const StartOptions& options) {
    const RecipeOptions& typed = options.recipe;
    window.path = typed.file.value_or("");
    if (options.picture || !typed.file || !IsLargeToOpen(*typed.file)) {
        window.recipe = OpenRecipe(typed);
        window.playhead = PlayheadIn(options, window.recipe);
        return;
    }
    window.recipe = OpenRecipe({});
    window.read = [options](WorkProgress& progress) {
        const RecipeOptions& wanted = options.recipe;
        const Recipe recipe =
            Overridden(OpenFile(*wanted.file, wanted.tokenizer, &progress), wanted);
        return WindowOptions::Read{recipe, PlayheadIn(options, recipe)};
    };
}

WindowOptions WindowOptionsOf(const StartOptions& options) {
    WindowOptions window;
    OpenInto(window, options);
    if (options.size) {
        window.width = options.size->width;
        window.height = options.size->height;
    }
    window.scale = options.scale;
    window.theme = options.theme;
    window.view = options.view;
    window.trace_megabytes = options.megabytes;
    window.view_step = options.view_step;
    window.presents = options.presents;
    window.ui_log = options.ui_log;
    window.examples = ExampleModels();
    window.screenshot = options.picture;
    return window;
}

int RunWindow(const StartOptions& options, const Window& window) {
    const WindowOptions opened = WindowOptionsOf(options);
    if (window.run != nullptr) return window.run(opened);
    throw Error("this program was built without a window", "",
                "use decodescope trace FILE or decodescope check FILE");
}

VerbRun PrepareWindow(OptionList& list, const Window& window) {
    const auto options = std::make_shared<StartOptions>();
    AddStart(list, *options, window, FileNeed::Optional);
    list.Add(*options, kLogRows);
    return [options, &window] { return RunWindow(*options, window); };
}

VerbRun PrepareScreenshot(OptionList& list, const Window& window) {
    const auto options = std::make_shared<StartOptions>();
    AddStart(list, *options, window, FileNeed::Required);
    AddOutput(list, options->picture, "OUT.png", "the picture");
    return [options, &window] {
        if (!options->picture) {
            throw Error("there is no file for the picture", "", "add -o OUT.png");
        }
        return RunWindow(*options, window);
    };
}

}  // namespace

const Verb kWindowVerb = {
    .name = "",
    .arguments = "[FILE] [options]",
    .summary = "the window",
    .help =
        "Watch a language model decode, number by number. Without a verb it opens the window, "
        "on a model or recipe file, or on the ABC model with the prompt \"A B\".",
    .prepare = PrepareWindow,
    .needs_display = true};

const Verb kScreenshotVerb = {
    .name = "screenshot",
    .arguments = "FILE -o OUT.png",
    .summary = "a picture of the window",
    .help =
        "A picture of the window at a playhead. This verb needs a display, such as xvfb-run "
        "gives.",
    .prepare = PrepareScreenshot,
    .needs_display = true};

}  // namespace decodescope
