#include "app/apply/apply.h"

namespace decodescope {

void Apply(AppState& state, const SetCostView& command) { state.ui.cost = InRange(command.look); }

}  // namespace decodescope
