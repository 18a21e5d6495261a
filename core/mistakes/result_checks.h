// Checks of what comes out of a pass.
#pragma once

#include "core/mistakes/pass_under_test.h"

namespace decodescope {

Found CheckHidden(const PassUnderTest& at);
Found CheckLogits(const PassUnderTest& at);
Found CheckNucleus(const PassUnderTest& at);
Found CheckRequestAlone(const PassUnderTest& at);

}  // namespace decodescope
