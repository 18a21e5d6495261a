// Checks of what the cache holds.
#pragma once

#include "core/mistakes/pass_under_test.h"

namespace decodescope {

Found CheckCacheLength(const PassUnderTest& at);
Found CheckProcessedOnce(const PassUnderTest& at);
Found CheckNotCachedBeforeItsPass(const PassUnderTest& at);
Found CheckCachedRows(const PassUnderTest& at);

}  // namespace decodescope
