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
    if (running_.TurnTo(state.recording)) {
        checks_.clear();
        running_.Start(EstimatedWork(*state.recording), static_cast<int>(std::size(kProtocols)),
                       [recording = state.recording](int i) {
                           return CheckTransfer(*recording, kProtocols[i]);
                       });
    }
    for (TransferCheck& check : running_.Take()) checks_.push_back(std::move(check));
}

}  // namespace decodescope
