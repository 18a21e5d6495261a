// The steps of a view that has steps of its own: while it is shown, the transport moves through
// these instead of the stages of the pass.
#pragma once

#include <string>

namespace decodescope {

struct ViewSteps {
    int now = -1;             // -1: before the first
    int first = -1;           // where the steps begin: 0 where there is nothing before the first
    int count = 0;            // so far
    bool is_complete = true;  // no more will come
    std::string title;  // of the present one: "Step 3: 1 prefill, 2 decode"; why there is none

    int last() const { return count - 1; }
    bool has_any() const { return count > 0 || !is_complete; }
};

}  // namespace decodescope
