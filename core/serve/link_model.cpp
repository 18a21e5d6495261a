#include "core/serve/link_model.h"

#include <limits>

namespace decodescope {
namespace {

constexpr double kGiga = 1e9;
constexpr double kBits = 8;
constexpr double kNetwork = 50e-6, kFabric = 2e-6, kBus = 1e-6;  // latencies, assumed

// PCI Express 4.0 and 5.0 carry 16 and 32 GT/s a lane, of which 128 in 130 bits are data.
constexpr double PciExpress(double transfers, int lanes) {
    return transfers * kGiga * lanes * 128 / 130 / kBits;
}

constexpr Link kLinks[] = {
    {"1 Gigabit Ethernet", 1 * kGiga / kBits, kNetwork, "1 Gbit/s, IEEE 802.3ab"},
    {"10 Gigabit Ethernet", 10 * kGiga / kBits, kNetwork, "10 Gbit/s, IEEE 802.3ae"},
    {"100 Gigabit Ethernet", 100 * kGiga / kBits, kNetwork, "100 Gbit/s, IEEE 802.3ba"},
    {"InfiniBand NDR", 400 * kGiga / kBits, kFabric,
     "400 Gbit/s a port, InfiniBand Trade Association"},
    {"PCIe 4.0 x16", PciExpress(16, 16), kBus, "16 GT/s a lane, 128b/130b, PCI-SIG 4.0"},
    {"PCIe 5.0 x16", PciExpress(32, 16), kBus, "32 GT/s a lane, 128b/130b, PCI-SIG 5.0"},
    {"NVLink 4", 450 * kGiga, kBus, "900 GB/s in both directions, NVIDIA H100 data sheet"},
    {"own", 0, kBus, "your own number"},
};

}  // namespace

std::span<const Link> Links() { return kLinks; }

double TransferSeconds(std::int64_t bytes, double bytes_per_second, double latency) {
    if (!(bytes_per_second > 0)) return std::numeric_limits<double>::infinity();
    return static_cast<double>(bytes) / bytes_per_second + latency;
}

}  // namespace decodescope
