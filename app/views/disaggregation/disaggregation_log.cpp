#include "app/views/disaggregation/disaggregation_log.h"

#include <nlohmann/json.hpp>

#include "app/views/disaggregation/disaggregation_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"

namespace decodescope {
namespace {

using Json = nlohmann::ordered_json;

const char* NameOf(TransferProtocol protocol) {
    return protocol == TransferProtocol::FirstToken ? "first-token" : "last-position";
}

Json WorkerJson(const Worker& worker) {
    return {{"cached", worker.cached()},
            {"computed", worker.computed},
            {"waiting", worker.waiting ? Json(worker.waiting->id) : Json(nullptr)}};
}

}  // namespace

Json DisaggregationJson(const AppState& state, const Derived&, const ViewWorker* worker) {
    const DisaggregationViewState& view = state.ui.disaggregation;
    const DisaggregationViewData data =
        DisaggregationViewDataAt(*state.recording, view.protocol, view.step);
    Json proofs = Json::array();
    for (const TransferCheck& check : static_cast<const DisaggregationWorker&>(*worker).checks()) {
        proofs.push_back({{"protocol", NameOf(check.protocol)},
                          {"prefill_positions", check.prefill_positions},
                          {"decode_positions", check.decode_positions},
                          {"recomputed", check.recomputed},
                          {"bytes_shipped", check.bytes_sent},
                          {"selected", check.selected},
                          {"compared", check.compared},
                          {"max_abs_difference", check.max_abs_difference}});
    }
    return {{"protocol", NameOf(view.protocol)},
            {"step", data.step},
            {"steps", data.step_count},
            {"title", data.title},
            {"prefill", WorkerJson(data.prefill)},
            {"decode", WorkerJson(data.decode)},
            {"shipped", data.sent.size()},
            {"shipped_token", data.sent_token ? Json(*data.sent_token) : Json(nullptr)},
            {"proofs", std::move(proofs)}};
}

}  // namespace decodescope
