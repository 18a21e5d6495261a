#include "app/views/disaggregation/disaggregation_log.h"

#include "app/views/disaggregation/disaggregation_view_data.h"

namespace decodescope {
namespace {

using Json = nlohmann::ordered_json;

const char* NameOf(HandoverProtocol protocol) {
    return protocol == HandoverProtocol::FirstToken ? "first-token" : "last-position";
}

Json WorkerJson(const Worker& worker) {
    return {{"cached", worker.cached()},
            {"computed", worker.computed},
            {"waiting", worker.waiting ? Json(worker.waiting->id) : Json(nullptr)}};
}

}  // namespace

Json HandoverJson(const AppState& state, const Findings& findings) {
    const HandoverLook& look = state.ui.handover;
    const HandoverScene scene = SceneOfHandover(*state.recording, look.protocol, look.step);
    Json proofs = Json::array();
    for (const HandoverProof& proof : findings.handover.proofs) {
        proofs.push_back({{"protocol", NameOf(proof.protocol)},
                          {"prefill_positions", proof.prefill_positions},
                          {"decode_positions", proof.decode_positions},
                          {"recomputed", proof.recomputed},
                          {"bytes_shipped", proof.bytes_shipped},
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
            {"shipped", scene.shipped.size()},
            {"shipped_token", scene.shipped_token ? Json(*scene.shipped_token) : Json(nullptr)},
            {"proofs", std::move(proofs)}};
}

}  // namespace decodescope
