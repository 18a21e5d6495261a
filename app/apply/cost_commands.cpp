#include "app/apply/apply.h"

namespace decodescope {

void Grant(AppState& state, const LookAtCost& wish) { state.ui.cost = InRange(wish.look); }

}  // namespace decodescope
