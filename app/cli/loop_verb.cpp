#include "app/cli/loop_verb.h"

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "core/explain/generation_loop.h"
#include "core/explain/narrate.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

using Json = nlohmann::ordered_json;

// The code with a mark at one of its lines, the other names beside it.
std::string Listing(int lit) {
    constexpr size_t kCodeWidth = 40;
    std::string text;
    for (size_t i = 0; i < LoopLines().size(); ++i) {
        const LoopLine& line = LoopLines()[i];
        std::string code =
            std::string(static_cast<size_t>(2 * line.indent), ' ') + std::string(line.code);
        code.resize(std::max(kCodeWidth, code.size()), ' ');
        const std::string number = std::to_string(i + 1);
        text += (static_cast<int>(i) == lit ? "> " : "  ") +
                std::string(number.size() < 2 ? " " : "") + number + "  " + code +
                std::string(line.elsewhere) + "\n";
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
    return text + "behind the end: line " +
           std::to_string(LoopLineAt(recording, Last(recording), true) + 1) + "\n";
}

Json JsonAt(const Recording& recording, Playhead playhead) {
    Json variables = Json::object();
    for (const LoopVariable& variable : LoopVariablesAt(recording, playhead)) {
        variables[std::string(variable.name)] = {{"value", variable.value},
                                                 {"elsewhere", variable.elsewhere},
                                                 {"elsewhere_value", variable.elsewhere_value},
                                                 {"changed", variable.is_changed}};
    }
    const bool is_start = playhead.step < 0;
    return {{"pass", playhead.pass},
            {"stage",
             is_start ? "start"
                      : InfoOf(recording.steps()[static_cast<size_t>(playhead.step)].stage).name},
            {"line", LoopLineAt(recording, playhead, false) + 1},
            {"variables", variables}};
}

std::string JsonOfRun(const Recording& recording, const std::vector<Playhead>& steps) {
    Json code = Json::array(), at = Json::array();
    for (const LoopLine& line : LoopLines()) {
        code.push_back(
            {{"indent", line.indent}, {"code", line.code}, {"elsewhere", line.elsewhere}});
    }
    for (const Playhead playhead : steps) at.push_back(JsonAt(recording, playhead));
    return Json{{"format", "decodescope-loop"}, {"version", 1}, {"code", code}, {"steps", at}}.dump(
               1) +
           "\n";
}

}  // namespace

int RunLoop(const Options& options) {
    const Recipe recipe = OpenRecipe(options);
    const Recording recording = Record(recipe);
    std::optional<Playhead> playhead;
    if (options.playhead) playhead = ResolvePlayhead(*options.playhead, recipe);
    if (playhead && playhead->pass >= recording.pass_count()) playhead = Last(recording);
    const std::string text =
        options.format == TraceFormat::Json
            ? JsonOfRun(recording, playhead ? std::vector{*playhead} : StepsOfRun(recording))
        : playhead ? TextAt(recording, *playhead)
                   : TextOfRun(recording);
    WriteOutput(options.output, text);
    return kExitFine;
}

}  // namespace decodescope
