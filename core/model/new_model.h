// The model that "New model" gives: as small as one can be and still show everything.
#pragma once

#include "core/model/model.h"

namespace decodescope {

// Two tokens, A (1, 0) and B (0, 1); one layer of one head with identity projections; an output
// matrix that answers A with B and B with A.
Model NewModel();

}  // namespace decodescope
