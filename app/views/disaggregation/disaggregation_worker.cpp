#include "app/views/disaggregation/disaggregation_worker.h"

#include "app/work/recorder.h"

namespace decodescope {
namespace {

constexpr TransferProtocol kProtocols[] = {TransferProtocol::FirstToken,
                                           TransferProtocol::LastPosition};

}  // namespace

void DisaggregationChecker::Find(const AppState& state, DisaggregationChecks& derived) {
    const bool is_whole = state.recording->stop_reason() != StopReason::None;
    if (state.ui.view != View::Disaggregated || !is_whole) return;
    if (proved_ != state.recording) {
        proved_ = state.recording;
        derived.proofs.clear();
        proofs_.Cancel();
        if (IsToy(*proved_)) {
            for (const TransferProtocol protocol : kProtocols) {
                derived.proofs.push_back(CheckTransfer(*proved_, protocol));
            }
        } else {
            proofs_.Start([recording = proved_] {
                return [recording, next = size_t{0}]() mutable -> std::optional<TransferCheck> {
                    if (next == std::size(kProtocols)) return std::nullopt;
                    return CheckTransfer(*recording, kProtocols[next++]);
                };
            });
        }
    }
    for (TransferCheck& proof : proofs_.Take()) derived.proofs.push_back(std::move(proof));
    derived.is_proving = proofs_.is_running();
}

}  // namespace decodescope
