#include "app/views/disaggregation/disaggregation_tables.h"

#include "core/serve/link_model.h"
#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("A transfer's modelled time is its bytes over the bandwidth, plus the latency") {
    CHECK(TransferSeconds(1000, 1000, 0.5) == 1.5);
    CHECK(TransferSeconds(0, 1e9, 1e-6) == 1e-6);
    CHECK(std::isinf(TransferSeconds(1, 0, 0)));
    // 16 GT/s on 16 lanes, 128 bits in 130 of them data: 31.5 GB/s (PCI-SIG).
    CHECK(Links()[4].bytes_per_second == Approx(31.5e9).epsilon(0.001));
    for (const Link& link : Links()) CHECK(std::string(link.source).size() > 4);
}

}  // namespace decodescope
