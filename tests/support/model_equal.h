// Whether two models are equal, bit for bit.
#pragma once

#include "core/model/model.h"

namespace decodescope {

// Same bits, so 0 and -0 differ; but a NaN equals any NaN.
bool SameModel(const Model& a, const Model& b);

}  // namespace decodescope
