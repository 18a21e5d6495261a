// Checks of what each row attends to, and how much.
#pragma once

#include "core/mistakes/pass_under_test.h"

namespace decodescope {

Found CheckPositions(const PassUnderTest& at);
Found CheckSeesItsPast(const PassUnderTest& at);
Found CheckSeesNothingElse(const PassUnderTest& at);
Found CheckWeightsSum(const PassUnderTest& at);
Found CheckScores(const PassUnderTest& at);

}  // namespace decodescope
