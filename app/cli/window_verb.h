// What opens a window: no verb at all, and `screenshot`, which ends with a picture of it.
#pragma once

#include "app/cli/verb.h"

namespace decodescope {

extern const Verb kWindowVerb;
extern const Verb kScreenshotVerb;

}  // namespace decodescope
