#include "app/views/disaggregation/disaggregation_worker.h"

#include <iterator>
#include <optional>

#include "app/state/state.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

constexpr TransferProtocol kProtocols[] = {TransferProtocol::FirstToken,
                                           TransferProtocol::LastPosition};

}  // namespace

void DisaggregationWorker::Update(const AppState& state) {
    const bool is_complete = state.recording->finish_reason() != FinishReason::None;
    if (state.ui.view != View::Disaggregated || !is_complete) return;
    if (checked_ != state.recording) {
        checked_ = state.recording;
        checks_.clear();
        running_.Cancel();
        if (IsToy(*checked_)) {
            for (const TransferProtocol protocol : kProtocols) {
                checks_.push_back(CheckTransfer(*checked_, protocol));
            }
        } else {
            running_.Start([recording = checked_] {
                return [recording, next = size_t{0}]() mutable -> std::optional<TransferCheck> {
                    if (next == std::size(kProtocols)) return std::nullopt;
                    return CheckTransfer(*recording, kProtocols[next++]);
                };
            });
        }
    }
    for (TransferCheck& check : running_.Take()) checks_.push_back(std::move(check));
}

}  // namespace decodescope
