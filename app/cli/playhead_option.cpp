#include "app/cli/playhead_option.h"

#include <algorithm>

#include "app/cli/parse.h"
#include "core/base/error.h"
#include "core/model/tensor_table.h"

namespace decodescope {
namespace {

std::string NamesOfStages(const Config& config) {
    std::string names;
    for (int i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (Has(config, stage))
            names += (names.empty() ? "" : " ") + std::string(InfoOf(stage).name);
    }
    return names;
}

}  // namespace

void AddPlayhead(OptionList& list, std::optional<PlayheadTyped>& playhead) {
    const std::string name = "--playhead";
    list.Add({.name = name,
              .argument = "PASS:STAGE[:LAYER]|STEP",
              .help = "start; a pass from 0 and a stage such as append, or the number of a step in "
                      "it; or a step of the whole run, from 0",
              .set = [&playhead, name](const std::string& value) {
                  playhead = ParsePlayhead(value, name);
              }});
}

PlayheadTyped ParsePlayhead(const std::string& text, const std::string& option) {
    if (text == "start") return {};
    const std::vector<std::string> pieces = Split(text, ':');
    const auto part = [&](size_t i) { return ParseWhole<int>(pieces[i]); };
    const Error bad("'" + text + "' is not a playhead", option,
                    "write start, PASS:STAGE[:LAYER] such as 1:append, or a step from 0");
    if (pieces.size() == 1 && part(0).value_or(-1) >= 0) return {.step = part(0)};
    if (pieces.size() < 2 || pieces.size() > 3 || part(0).value_or(-1) < 0) throw bad;

    PlayheadTyped typed{.pass = part(0)};
    if (pieces[1].empty()) throw bad;
    if (part(1)) {
        if (*part(1) < 0 || pieces.size() == 3) throw bad;
        typed.step = part(1);
        return typed;
    }
    typed.stage = pieces[1];
    if (pieces.size() == 3) {
        if (part(2).value_or(-1) < 0) throw bad;
        typed.layer = *part(2);
    }
    return typed;
}

namespace {

constexpr const char* kWhere = "--playhead";

// A number from 0 that must be below `count`; `noun` is what is counted.
int Below(int number, int count, const std::string& noun) {
    if (number < count) return number;
    throw Error("there is no " + noun + " " + std::to_string(number), kWhere,
                "write a " + noun + " from 0 to " + std::to_string(count - 1));
}

int StepNamed(const PlayheadTyped& typed, const Config& config,
              const std::vector<StageStep>& steps) {
    const std::optional<Stage> stage = StageNamed(typed.stage);
    if (!stage || !Has(config, *stage)) {
        throw Error(stage ? "this model has no stage " + typed.stage
                          : "'" + typed.stage + "' is not a stage",
                    kWhere, "write one of: " + NamesOfStages(config) + "; or the number of a step");
    }
    const auto found = std::ranges::find(steps, StageStep{*stage, typed.layer});
    if (found != steps.end()) return static_cast<int>(found - steps.begin());
    throw Error("stage " + typed.stage + " is in no layer " + std::to_string(typed.layer), kWhere,
                InfoOf(*stage).per_layer
                    ? "write a layer from 0 to " + std::to_string(config.layers - 1)
                    : "leave the layer out");
}

}  // namespace

Playhead ResolvePlayhead(const PlayheadTyped& typed, const Recipe& recipe) {
    const Config& config = recipe.model->config;
    const std::vector<StageStep> steps = StepsOf(config);
    const int count = static_cast<int>(steps.size());
    if (!typed.pass) {
        if (!typed.step) return kStart;
        const int step = Below(*typed.step, count * recipe.tokens, "step");
        return {step / count, step % count};
    }
    const int pass = Below(*typed.pass, recipe.tokens, "pass");
    return {pass, typed.step ? Below(*typed.step, count, "step") : StepNamed(typed, config, steps)};
}

}  // namespace decodescope
