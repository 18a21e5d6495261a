#include "app/cli/loop_verb.h"

#include "app/cli/output.h"
#include "app/cli/playhead_option.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report/columns.h"
#include "app/cli/report/json_writer.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"
#include "core/explain/generation_loop.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

struct LoopOptions {
    RecipeOptions recipe;
    ReportOptions report;
    std::optional<PlayheadTyped> playhead;
    std::optional<int> megabytes;
};

void AddLoopOptions(OptionList& list, LoopOptions& options) {
    AddRecipe(list, options.recipe);
    AddReportFormat(list, options.report);
    AddOutput(list, options.report.output);
    AddPlayhead(list, options.playhead);
    AddMemory(list, options.megabytes);
}

// --- Text ---------------------------------------------------------------------------------------

// The code with a mark at one of its lines, the other names beside it.
std::string Listing(int lit) {
    constexpr size_t kCodeWidth = 40;
    std::string text = PadRight("", kCodeWidth + 6) + "in " + std::string(kLoopElsewhere) + "\n";
    for (size_t i = 0; i < LoopLines().size(); ++i) {
        const LoopLine& line = LoopLines()[i];
        const std::string code =
            std::string(static_cast<size_t>(2 * line.indent), ' ') + std::string(line.code);
        text += (static_cast<int>(i) == lit ? "> " : "  ") + PadLeft(std::to_string(i + 1), 2) +
                "  " + PadRight(code, kCodeWidth) + std::string(line.elsewhere) + "\n";
    }
    return text;
}

std::string Variables(const Recording& recording, Playhead playhead) {
    std::string text;
    for (const LoopVariable& variable : LoopVariablesAt(recording, playhead)) {
        text += std::string(variable.name) + " = " + variable.value + "   (" +
                std::string(variable.elsewhere) + " " + variable.elsewhere_value + ")\n";
    }
    return text;
}

// One moment: the code, the variables, and what is true of the token that waits.
std::string TextAt(const Recording& recording, Playhead playhead) {
    const std::string remark = LoopRemark(recording, playhead);
    const std::string title = playhead.step < 0 ? "Before the prefill"
                                                : PassTitle(recording.pass(playhead.pass)) + ", " +
                                                      StepTitle(recording, playhead);
    return title + ".\n\n" + Listing(LoopLineAt(recording, playhead, false)) + "\n" +
           Variables(recording, playhead) + (remark.empty() ? "" : "\n" + remark + "\n");
}

std::vector<Playhead> StepsOfRun(const Recording& recording) {
    std::vector<Playhead> steps = {kStart};
    for (int pass = 0; pass < recording.pass_count(); ++pass) {
        for (int step = 0; step < recording.step_count(); ++step) steps.push_back({pass, step});
    }
    return steps;
}

// The code once, then a line for each step.
std::string TextOfRun(const Recording& recording) {
    std::string text = Listing(-1) + "\n";
    for (const Playhead playhead : StepsOfRun(recording)) {
        const std::string where = playhead.step < 0 ? "start"
                                                    : "pass " + std::to_string(playhead.pass) +
                                                          ", " + StepTitle(recording, playhead);
        const std::vector<LoopVariable> now = LoopVariablesAt(recording, playhead);
        text += where + ": line " + std::to_string(LoopLineAt(recording, playhead, false) + 1);
        for (const LoopVariable& variable : now) {
            if (variable.is_changed)
                text += "; " + std::string(variable.name) + " = " + variable.value;
        }
        text += "\n";
        if (const std::string remark = LoopRemark(recording, playhead); !remark.empty())
            text += "  " + remark + "\n";
    }
    return text + "after the end: line " +
           std::to_string(LoopLineAt(recording, Last(recording), true) + 1) + "\n";
}

// --- JSON ---------------------------------------------------------------------------------------

void WriteStep(JsonWriter& json, const Recording& recording, Playhead playhead) {
    const std::string_view stage =
        playhead.step < 0
            ? "start"
            : InfoOf(recording.steps()[static_cast<size_t>(playhead.step)].stage).name;
    json.Object([&] {
        json.Field("pass", playhead.pass);
        json.Field("stage", stage);
        json.Field("line", LoopLineAt(recording, playhead, false) + 1);
        const LoopCache cache = LoopCacheAt(recording, playhead);
        json.Field("layer", cache.layer);
        json.Field("cache_rows_of_layer", cache.rows_of_layer);
        json.Field("cache_length", cache.in_all_layers);
        json.Object("variables", [&] {
            for (const LoopVariable& variable :
                 LoopVariablesAt(recording, playhead, LoopDetail::Whole)) {
                json.Object(variable.name, [&] {
                    json.Field("value", variable.value);
                    json.Field("elsewhere", variable.elsewhere);
                    json.Field("elsewhere_value", variable.elsewhere_value);
                    json.Field("changed", variable.is_changed);
                });
            }
        });
    });
}

std::string JsonOfRun(const Recording& recording, const std::vector<Playhead>& steps) {
    std::string text;
    JsonWriter json(text, JsonLayout::Indented);
    json.Object([&] {
        json.Field("format", "decodescope-loop");
        json.Field("version", 1);
        json.Field("elsewhere", kLoopElsewhere);
        json.Array("code", [&] {
            for (const LoopLine& line : LoopLines()) {
                json.Object([&] {
                    json.Field("indent", line.indent);
                    json.Field("code", line.code);
                    json.Field("elsewhere", line.elsewhere);
                });
            }
        });
        json.Array("steps", [&] {
            for (const Playhead playhead : steps) WriteStep(json, recording, playhead);
        });
    });
    return text + "\n";
}

int RunLoop(const LoopOptions& options) {
    const Recipe recipe = OpenRecipe(options.recipe);
    const Recording recording = RunRecipe(recipe, options.megabytes);
    std::optional<Playhead> playhead;
    if (options.playhead) playhead = ResolvePlayhead(*options.playhead, recipe);
    if (playhead && playhead->pass >= recording.pass_count()) playhead = Last(recording);
    const std::string text =
        options.report.is_json
            ? JsonOfRun(recording, playhead ? std::vector{*playhead} : StepsOfRun(recording))
        : playhead ? TextAt(recording, *playhead)
                   : TextOfRun(recording);
    WriteOutput(options.report.output, text);
    return kExitFine;
}

}  // namespace

const Verb kLoopVerb = {
    .name = "loop",
    .arguments = "FILE [options]",
    .summary = "the generation loop as code, line by line",
    .help = "The generation loop as code: the line that each step belongs to, and its variables.",
    .prepare = Prepare<LoopOptions, AddLoopOptions, RunLoop>};

}  // namespace decodescope
