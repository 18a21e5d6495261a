#include "app/views/disaggregation/disaggregation_checker.h"

#include "app/work/recorder.h"

namespace decodescope {
namespace {

constexpr HandoverProtocol kProtocols[] = {HandoverProtocol::FirstToken,
                                           HandoverProtocol::LastPosition};

}  // namespace

void HandoverFinder::Find(const AppState& state, HandoverFindings& findings) {
    const bool is_whole = state.recording->stop_reason() != StopReason::None;
    if (state.ui.view != View::HandOver || !is_whole) return;
    if (proved_ != state.recording) {
        proved_ = state.recording;
        findings.proofs.clear();
        proofs_.Cancel();
        if (IsToy(*proved_)) {
            for (const HandoverProtocol protocol : kProtocols) {
                findings.proofs.push_back(Prove(*proved_, protocol));
            }
        } else {
            proofs_.Start([recording = proved_] {
                return [recording, next = size_t{0}]() mutable -> std::optional<HandoverProof> {
                    if (next == std::size(kProtocols)) return std::nullopt;
                    return Prove(*recording, kProtocols[next++]);
                };
            });
        }
    }
    for (HandoverProof& proof : proofs_.Take()) findings.proofs.push_back(std::move(proof));
    findings.is_proving = proofs_.is_running();
}

}  // namespace decodescope
