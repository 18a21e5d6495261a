#include "app/state/disaggregation_view_state.h"

#include <algorithm>

#include "app/state/state.h"
#include "core/serve/link_model.h"

namespace decodescope {

int DisaggregationSteps(const Recording& recording, TransferProtocol protocol) {
    const int passes = std::max(1, recording.pass_count());
    const bool recomputes_last = protocol == TransferProtocol::LastPosition;
    return kArrivedStep + 1 + passes - (recomputes_last ? 0 : 1);
}

DisaggregationViewState InRange(DisaggregationViewState view, const AppState& state) {
    view.step = std::clamp(view.step, 0, DisaggregationSteps(*state.recording, view.protocol) - 1);
    view.link = std::clamp(view.link, 0, static_cast<int>(Links().size()) - 1);
    view.own_gigabytes = std::clamp(view.own_gigabytes, kLeastGigabytes, kMostGigabytes);
    return view;
}

}  // namespace decodescope
