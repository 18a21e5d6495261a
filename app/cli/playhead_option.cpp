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
              .argument = "PASS:STAGE[:LAYER]",
              .help = "start, or a pass from 0 and a stage such as append, or a step's number from "
                      "0",
              .set = [&playhead, name](const std::string& value) {
                  playhead = ParsePlayhead(value, name);
              }});
}

PlayheadTyped ParsePlayhead(const std::string& text, const std::string& option) {
    if (text == "start") return {};
    const std::vector<std::string> pieces = Split(text, ':');
    const auto part = [&](size_t i) { return ParseWhole<int>(pieces[i]); };
    const Error bad("'" + text + "' is not a playhead", option,
                    "write start, or PASS:STAGE[:LAYER] such as 1:append");
    if (pieces.size() < 2 || pieces.size() > 3 || part(0).value_or(-1) < 0) throw bad;

    PlayheadTyped typed;
    typed.pass = *part(0);
    typed.stage = StageNamed(pieces[1]);
    if (!typed.stage) {
        if (part(1).value_or(-1) < 0) {
            throw Error("'" + pieces[1] + "' is not a stage", option,
                        "write a stage's name such as append, or the number of a step from 0");
        }
        typed.step = *part(1);
    }
    if (pieces.size() == 3) {
        if (!typed.stage || part(2).value_or(-1) < 0) throw bad;
        typed.layer = *part(2);
    }
    return typed;
}

Playhead ResolvePlayhead(const PlayheadTyped& typed, const Recipe& recipe) {
    const Config& config = recipe.model->config;
    const std::string where = "--playhead";
    if (!typed.stage && typed.step < 0) return kStart;
    if (typed.pass >= recipe.tokens) {
        throw Error("there is no pass " + std::to_string(typed.pass), where,
                    "write a pass from 0 to " + std::to_string(recipe.tokens - 1));
    }
    const std::vector<StageStep> steps = StepsOf(config);
    const int last = static_cast<int>(steps.size()) - 1;
    if (!typed.stage) {
        if (typed.step <= last) return {typed.pass, typed.step};
        throw Error("there is no step " + std::to_string(typed.step), where,
                    "write a step from 0 to " + std::to_string(last));
    }
    const auto found = std::ranges::find(steps, StageStep{*typed.stage, typed.layer});
    if (found != steps.end()) return {typed.pass, static_cast<int>(found - steps.begin())};
    const std::string name(InfoOf(*typed.stage).name);
    if (!Has(config, *typed.stage)) {
        throw Error("this model has no stage " + name, where,
                    "write one of: " + NamesOfStages(config));
    }
    throw Error("stage " + name + " is in no layer " + std::to_string(typed.layer), where,
                InfoOf(*typed.stage).per_layer
                    ? "write a layer from 0 to " + std::to_string(config.layers - 1)
                    : "leave the layer out");
}

}  // namespace decodescope
