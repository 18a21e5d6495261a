#include "app/shell/ui_log.h"

#include <imgui.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/shell/view_transport.h"
#include "app/shell/views.h"
#include "core/base/error.h"
#include "core/explain/narrate.h"
#include "core/run/playhead.h"
#include "core/run/terms_text.h"

namespace decodescope {
namespace {

using Json = nlohmann::ordered_json;

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

Json HotspotsJson(const Hotspots& hotspots) {
    Json json = Json::object();
    const auto whole = [](float pixels) { return static_cast<int>(std::lround(pixels)); };
    for (const Hotspot& spot : hotspots.all()) {
        json[spot.name] = {whole(spot.min.x), whole(spot.min.y), whole(spot.max.x - spot.min.x),
                           whole(spot.max.y - spot.min.y)};
    }
    return json;
}

Json MessageJson(const AppState& state) {
    if (!state.ui.message.empty()) return state.ui.message;
    const Refusal* const refused = state.ui.refused.newest();
    return refused ? Json(WordsFor(*refused, state.document.recipe)) : Json(nullptr);
}

// Where the transport is in a view that has steps of its own.
Json TransportJson(const AppState& state, const ViewWorker* worker) {
    const std::optional<ViewSteps> steps = StepsOf(state, worker);
    if (!steps) return nullptr;
    return {{"step", steps->now},
            {"first", steps->first},
            {"steps", steps->count},
            {"title", steps->title}};
}

// What a field holds and cannot be used: the one that was refused last.
Json RefusedJson(const Refusal* refused) {
    if (!refused) return nullptr;
    return {{"field", refused->field}, {"typed", refused->typed}, {"why", refused->why}};
}

// The view's name, and under it what the view itself has to say. Both are there under its second
// name, too, for scripts that know it by that.
void WriteView(Json& json, const ViewRow& view, const AppState& state, const Derived& derived,
               const ViewWorker* worker) {
    json["view"] = view.name;
    if (view.alias) json["view_alias"] = view.alias;
    if (!view.log) return;
    Json said = view.log(state, derived, worker);
    if (said.is_null()) return;
    if (view.alias) json[view.alias] = said;
    json[view.name] = std::move(said);
}

}  // namespace

std::string DescribeFrame(const AppState& state, const Derived& derived, const ViewWorker* worker,
                          const Hotspots& hotspots) {
    const Recording& recording = *state.recording;
    const Playhead playhead = state.ui.playhead;
    Json json;
    json["playhead"] = state.ui.shows_text ? Json{{"pass", playhead.pass}, {"stage", "detokenize"}}
                                           : PlayheadJson(recording, playhead);
    WriteView(json, RowOf(state.ui.view), state, derived, worker);
    json["passes"] = recording.pass_count();
    json["complete"] = !state.pending && recording.finish_reason() != FinishReason::None;
    json["sequence"] = SequenceJson(recording, playhead);
    json["cache_length"] = CacheLengthAt(recording, playhead);
    json["layer"] = state.ui.layer;
    json["cache_rows_of_layer"] = CacheLengthAt(recording, playhead, state.ui.layer);
    json["waiting"] = WaitingJson(recording, playhead);
    json["selected"] = SelectedJson(recording, playhead);
    json["prompt"] = state.document.recipe.prompt;
    json["branch"] = state.document.recipe.branch;
    json["branches"] = state.document.recipe.branches.size();
    json["undo"] = state.history.undo_count();
    json["redo"] = state.history.redo_count();
    json["unsaved"] = state.document.unsaved();
    json["playing"] = state.ui.playing;
    json["transport"] = TransportJson(state, worker);
    json["refused"] = RefusedJson(state.ui.refused.newest());
    json["focus"] = state.ui.control_focus ? Json(state.ui.control_focus->id) : Json(nullptr);
    json["typing"] = ImGui::GetIO().WantTextInput;
    json["message"] = MessageJson(state);
    json["flipped"] = derived.flip ? Json(Describe(*derived.flip)) : Json(nullptr);
    json["inspector"] = derived.highlights.inspected
                            ? Json(FilledIn(recording, *derived.highlights.inspected))
                            : Json(nullptr);
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
                  const ViewWorker* worker, const Hotspots& hotspots) {
    if (!file_.is_open()) return;
    std::string line = DescribeFrame(state, derived, worker, hotspots);
    if (line == last_) return;
    file_ << "{\"frame\":" << frame << ',' << std::string_view(line).substr(1) << std::endl;
    last_ = std::move(line);
}

}  // namespace decodescope
