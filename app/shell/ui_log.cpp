#include "app/shell/ui_log.h"

#include <imgui.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/views/cost/counted_table.h"
#include "app/views/disaggregation/disaggregation_log.h"
#include "core/base/error.h"
#include "core/explain/narrate.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

using Json = nlohmann::ordered_json;

const char* NameOf(TokenState state) {
    switch (state) {
        case TokenState::Uncached: return "uncached";
        case TokenState::Cached: return "cached";
        case TokenState::Waiting: return "waiting";
    }
    return "";
}

Json SequenceJson(const Recording& recording, Playhead playhead) {
    Json tokens = Json::array();
    for (const SequenceToken& token : SequenceAt(recording, playhead)) {
        tokens.push_back({{"position", token.position},
                          {"id", token.id},
                          {"text", TokenText(recording, token.id)},
                          {"state", NameOf(token.state)},
                          {"in_pass", token.in_pass},
                          {"from", token.origin == TokenOrigin::Prompt ? "prompt" : "generated"}});
    }
    return tokens;
}

Json WaitingJson(const Recording& recording, Playhead playhead) {
    const std::optional<SequenceToken> waiting = WaitingAt(recording, playhead);
    if (!waiting) return nullptr;
    return {{"position", waiting->position},
            {"id", waiting->id},
            {"text", TokenText(recording, waiting->id)}};
}

Json SelectedJson(const Recording& recording, Playhead playhead) {
    if (playhead.step < recording.StepOf(Stage::Select)) return nullptr;
    const std::optional<Selection>& selection = recording.pass(playhead.pass).selection;
    if (!selection) return nullptr;
    return {{"id", selection->id},
            {"text", TokenText(recording, selection->id)},
            {"tie", !selection->tied.empty()}};
}

std::string StageName(const Recording& recording, Playhead playhead) {
    if (playhead.step < 0) return "start";
    return std::string(InfoOf(recording.steps()[static_cast<size_t>(playhead.step)].stage).name);
}

Json PlayheadJson(const Recording& recording, Playhead playhead) {
    Json json{{"pass", playhead.pass}, {"stage", StageName(recording, playhead)}};
    if (recording.config().layers > 1 && playhead.step >= 0) {
        json["layer"] = recording.steps()[static_cast<size_t>(playhead.step)].layer;
    }
    return json;
}

// What the view Cost shows: counted and modelled apart.
Json CostJson(const AppState& state, const Derived& derived) {
    const CostTable table = BuildCostTable(*state.recording, derived.checks, state.ui.playhead);
    Json counted{{"formulas_agree", table.formulas_agree}, {"recomputed", table.is_recomputed}};
    for (const CostRow& row : table.rows) counted[row.name] = {row.here, row.run, row.recomputed};
    const Scenario scenario = ScenarioOf(state.ui.cost, *state.document.recipe.model);
    const StepTime step = DecodeStepTime(scenario);
    const auto or_null = [](const std::optional<double>& at) {
        return at ? Json(*at) : Json(nullptr);
    };
    Json modelled{{"shape", ShapeTitle(state.ui.cost.shape, *state.document.recipe.model)},
                  {"hardware", HardwareTitle(state.ui.cost.hardware)},
                  {"batch", scenario.batch},
                  {"context", scenario.context},
                  {"weights_seconds", step.weights},
                  {"cache_seconds", step.cache},
                  {"arithmetic_seconds", step.arithmetic},
                  {"bottleneck", NameOf(step.bottleneck())},
                  {"batch_where_arithmetic_binds", or_null(BatchWhereArithmeticBinds(scenario))},
                  {"largest_batch", MemoryOf(scenario).largest_batch}};
    return {{"counted", counted}, {"modelled", modelled}};
}

Json HotspotsJson(const Hotspots& hotspots) {
    Json json = Json::object();
    const auto whole = [](float pixels) { return static_cast<int>(std::lround(pixels)); };
    for (const Hotspot& spot : hotspots.all()) {
        json[spot.name] = {whole(spot.min.x), whole(spot.min.y), whole(spot.max.x - spot.min.x),
                           whole(spot.max.y - spot.min.y)};
    }
    return json;
}

// The broken decoder as it is shown: which mistake, unless it is to be guessed, and what it broke.
Json MistakesJson(const AppState& state, const MistakeResults& found) {
    const MistakesViewState& look = state.ui.mistakes;
    const std::string name(InfoOf(look.mistake).name);
    Json json{{"mistake", look.is_hidden() ? Json(nullptr) : Json(name)},
              {"guessing", look.guess.has_value()},
              {"pass", look.pass},
              {"right", look.right},
              {"asked", look.asked},
              {"running", found.is_running},
              {"why_not", found.why_not},
              {"broken", Json::array()}};
    if (!found.judged) return json;
    for (const InvariantCheck& check : found.judged->checks) {
        if (!check.holds()) json["broken"].push_back(std::string(InfoOf(check.invariant).name));
    }
    return json;
}

const char* NameOf(RequestState state) {
    switch (state) {
        case RequestState::Refused: return "refused";
        case RequestState::NotArrived: return "to come";
        case RequestState::Queued: return "queued";
        case RequestState::Running: return "running";
        case RequestState::Ended: return "ended";
    }
    return "";
}

Json LaneJson(const BatchRun& run, const BatchLane& lane) {
    Json tokens = Json::array();
    for (const SequenceToken& token : lane.tokens) {
        tokens.push_back({{"text", run.token_texts().At(token.id)},
                          {"state", NameOf(token.state)},
                          {"in_pass", token.in_pass}});
    }
    return {{"state", decodescope::NameOf(lane.work)},
            {"request", lane.request},
            {"ended", FinishReasonName(lane.ended)},
            {"shared", lane.shared},
            {"tokens", tokens}};
}

// The batch that is shown, at its step.
Json BatchJson(const AppState& state, const BatchResults& found) {
    const BatchRun& run = *state.batch.run;
    Json json{{"step", found.step},
              {"steps", run.step_count()},
              {"complete", run.is_done()},
              {"idle_slot_steps", found.totals.idle_slot_steps},
              {"largest_difference", found.largest_difference()},
              {"checked", found.checks.size()},
              {"slots", Json::array()},
              {"requests", Json::array()}};
    for (const BatchLane& lane : found.picture.lanes) json["slots"].push_back(LaneJson(run, lane));
    for (const RequestStatus& serving : found.servings) {
        json["requests"].push_back(
            {{"state", NameOf(serving.state)}, {"selected", serving.selected()}});
    }
    return json;
}

Json MessageJson(const AppState& state) {
    if (!state.ui.message.empty()) return state.ui.message;
    if (state.problem) return state.problem->text;
    return nullptr;
}

}  // namespace

std::string DescribeFrame(const AppState& state, const Derived& derived, const Hotspots& hotspots) {
    const Recording& recording = *state.recording;
    const Playhead playhead = state.ui.playhead;
    Json json;
    json["playhead"] = state.ui.shows_text ? Json{{"pass", playhead.pass}, {"stage", "detokenize"}}
                                           : PlayheadJson(recording, playhead);
    json["view"] = NameOf(state.ui.view);
    if (derived.batch && state.batch.run) json["batch"] = BatchJson(state, *derived.batch);
    json["passes"] = recording.pass_count();
    json["complete"] = !state.pending && recording.stop_reason() != StopReason::None;
    json["sequence"] = SequenceJson(recording, playhead);
    json["cache_length"] = CacheLengthAt(recording, playhead);
    json["waiting"] = WaitingJson(recording, playhead);
    json["selected"] = SelectedJson(recording, playhead);
    json["prompt"] = state.document.recipe.prompt;
    json["branch"] = state.document.recipe.branch;
    json["branches"] = state.document.recipe.branches.size();
    json["undo"] = state.history.undo_count();
    json["redo"] = state.history.redo_count();
    json["unsaved"] = state.document.unsaved();
    json["playing"] = state.ui.playing;
    json["typing"] = ImGui::GetIO().WantTextInput;
    json["message"] = MessageJson(state);
    json["flipped"] = derived.flip ? Json(Describe(*derived.flip)) : Json(nullptr);
    if (state.ui.view == View::Disaggregated) json["handover"] = DisaggregationJson(state, derived);
    json["inspector"] = derived.highlights.inspected
                            ? Json(FilledIn(recording, *derived.highlights.inspected))
                            : Json(nullptr);
    if (state.ui.view == View::Mistakes) json["mistakes"] = MistakesJson(state, derived.mistakes);
    if (state.ui.view == View::Cost) json["cost"] = CostJson(state, derived);
    json["hotspots"] = HotspotsJson(hotspots);
    // A prompt may hold bytes that are not UTF-8, which JSON cannot.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

UiLog::UiLog(const std::string& path) {
    if (path.empty()) return;
    file_.open(path, std::ios::app);
    if (!file_) throw Error("cannot write the UI log", path);
}

void UiLog::Write(int frame, const AppState& state, const Derived& derived,
                  const Hotspots& hotspots) {
    if (!file_.is_open()) return;
    std::string line = DescribeFrame(state, derived, hotspots);
    if (line == last_) return;
    file_ << "{\"frame\":" << frame << ',' << std::string_view(line).substr(1) << std::endl;
    last_ = std::move(line);
}

}  // namespace decodescope
