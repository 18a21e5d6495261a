#include "app/views/disaggregation/disaggregation_log.h"

#include "app/views/disaggregation/disaggregation_view_data.h"

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

Json DisaggregationJson(const AppState& state, const Derived& derived) {
    const DisaggregationViewState& look = state.ui.disaggregation;
    const DisaggregationViewData scene =
        DisaggregationViewDataAt(*state.recording, look.protocol, look.step);
    Json proofs = Json::array();
    for (const TransferCheck& proof : derived.disaggregation.proofs) {
        proofs.push_back({{"protocol", NameOf(proof.protocol)},
                          {"prefill_positions", proof.prefill_positions},
                          {"decode_positions", proof.decode_positions},
                          {"recomputed", proof.recomputed},
                          {"bytes_shipped", proof.bytes_sent},
                          {"selected", proof.selected},
                          {"compared", proof.compared},
                          {"max_abs_difference", proof.max_abs_difference}});
    }
    return {{"protocol", NameOf(look.protocol)},
            {"step", scene.step},
            {"steps", scene.step_count},
            {"title", scene.title},
            {"prefill", WorkerJson(scene.prefill)},
            {"decode", WorkerJson(scene.decode)},
            {"shipped", scene.sent.size()},
            {"shipped_token", scene.sent_token ? Json(*scene.sent_token) : Json(nullptr)},
            {"proofs", std::move(proofs)}};
}

}  // namespace decodescope
