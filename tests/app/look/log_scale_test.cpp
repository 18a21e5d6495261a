#include "app/look/log_scale.h"

#include <cmath>
#include <vector>

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Sliders go through round numbers from one end of their scale to the other") {
    const LogScale scale{.least = 1, .most = 4096};
    CHECK(scale.ShareOf(1) == 0);
    CHECK(scale.ShareOf(4096) == Approx(1));
    CHECK(scale.At(scale.ShareOf(77)) == Approx(77));
    CHECK(RoundCount(0.3) == 1);
    CHECK(RoundCount(7.4) == 7);
    CHECK(RoundCount(42.3) == 42);
    CHECK(RoundCount(1010) == 1024);
    CHECK(RoundCount(5512) == 5500);
    for (double share = 0; share <= 1; share += 0.01) {
        const double number = RoundCount(scale.At(share));
        CHECK(number == std::round(number));
        CHECK(number <= 4096);
    }
}

TEST_CASE("A scale around numbers contains them, and has few decades") {
    const LogScale scale = ScaleAround({0.02, 5, 3e14});
    CHECK(scale.least == Approx(0.01));
    CHECK(scale.most == Approx(1e15));
    for (int most = 2; most < 20; ++most) {
        const std::vector<double> decades = DecadesOf(scale, most);
        CHECK(decades.size() >= 2);
        CHECK(decades.size() <= static_cast<size_t>(most));
    }
    CHECK(ScaleAround({1}).most == Approx(10));
}

}  // namespace decodescope
