#include <algorithm>

#include "app/apply/apply.h"
#include "app/views/disaggregation/disaggregation_view_data.h"
#include "core/serve/link_model.h"

namespace decodescope {

void Apply(AppState& state, const SetDisaggregationView& command) {
    DisaggregationViewState& look = state.ui.disaggregation;
    look = command.look;
    look.step = std::clamp(look.step, 0, DisaggregationSteps(*state.recording, look.protocol) - 1);
    look.link = std::clamp(look.link, 0, static_cast<int>(Links().size()) - 1);
    look.own_gigabytes = std::clamp(look.own_gigabytes, kLeastGigabytes, kMostGigabytes);
}

}  // namespace decodescope
