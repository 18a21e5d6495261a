#include "app/scene/post_attention.h"

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Words wrap where the next one would not fit") {
    const Flow flow = FlowWords({40, 40, 40}, 100, 10, 24);
    CHECK(flow.lines == 2);
    CHECK(flow.places[1].x == 50);
    CHECK(flow.places[2].x == 0);
    CHECK(flow.places[2].y == 24);
}

}  // namespace decodescope
