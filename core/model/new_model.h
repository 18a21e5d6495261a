// The model of the command "New model": as small as a model can be and still show everything.
#pragma once

#include "core/model/model.h"

namespace decodescope {

// Two tokens, A (1, 0) and B (0, 1); one layer of one head with identity projections; an output
// matrix that makes B follow A, and A follow B.
Model NewModel();

}  // namespace decodescope
