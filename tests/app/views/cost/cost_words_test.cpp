#include "app/views/cost/cost_words.h"

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Quantities have three digits and a prefix") {
    const NumberFormat point, comma{.decimal_comma = true};
    CHECK(FormatQuantity(4.105e-3, "s", point) == "4.11 ms");
    CHECK(FormatQuantity(1.35e10, "B", comma) == "13,5 GB");
    CHECK(FormatQuantity(989.5e12, "FLOP/s", point) == "990 TFLOP/s");
    CHECK(FormatQuantity(0, "s", point) == "0.00 s");
    CHECK(FormatQuantity(999.9e-6, "s", point) == "1.00 ms");
    CHECK(FormatThreeDigits(295.37, point) == "295");
    CHECK(FormatThreeDigits(0.98765, point) == "0.988");
    CHECK(FormatThreeDigits(25204, point) == "25\u202F200");
}

}  // namespace decodescope
