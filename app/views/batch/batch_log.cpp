#include "app/views/batch/batch_log.h"

#include <nlohmann/json.hpp>

#include "app/views/batch/batch_worker.h"

namespace decodescope {
namespace {

using Json = nlohmann::ordered_json;

const char* StateName(RequestState state) {
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
    return {{"state", NameOf(lane.work)},
            {"request", lane.request},
            {"ended", FinishReasonName(lane.ended)},
            {"shared", lane.shared},
            {"tokens", tokens}};
}

}  // namespace

Json BatchJson(const AppState&, const Derived&, const ViewWorker* worker) {
    const auto* const batch = static_cast<const BatchWorker*>(worker);
    if (batch == nullptr || !batch->data()) return nullptr;
    const BatchViewData& data = *batch->data();
    Json json{{"step", data.step},
              {"steps", data.run->step_count()},
              {"complete", data.run->is_done()},
              {"idle_slot_steps", data.totals.idle_slot_steps},
              {"largest_difference", data.largest_difference()},
              {"checked", data.checks.size()},
              {"slots", Json::array()},
              {"requests", Json::array()}};
    for (const BatchLane& lane : data.lanes) json["slots"].push_back(LaneJson(*data.run, lane));
    for (const RequestStatus& status : data.statuses) {
        json["requests"].push_back(
            {{"state", StateName(status.state)}, {"selected", status.selected()}});
    }
    return json;
}

}  // namespace decodescope
