#include "app/cli/report/columns.h"

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Columns are as wide as what is displayed, and longer text is kept whole") {
    CHECK(PadRight("ab", 4) == "ab  ");
    CHECK(PadLeft("ab", 4) == "  ab");
    CHECK(PadRight("é…", 3) == "é… ");
    CHECK(PadLeft("abc", 2) == "abc");
    CHECK(PadRight("", 2) == "  ");
}

}  // namespace decodescope
