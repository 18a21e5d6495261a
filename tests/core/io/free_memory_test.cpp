#include "core/io/free_memory.h"

#include <cmath>

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("What is free is read from the system's own table") {
    CHECK(AvailableIn("MemTotal:       16000000 kB\nMemAvailable:    2000000 kB\n") ==
          2000000 * 1024.0);
    CHECK(std::isinf(AvailableIn("MemTotal: 16000000 kB\n")));
    CHECK(std::isinf(AvailableIn("MemAvailable: many\n")));
    CHECK(FreeMemory() > 0);
}

}  // namespace decodescope
