// How long a transfer takes on a link, modelled: bytes over the nominal bandwidth, and a latency.
// Nothing here is measured, and no link reaches its nominal bandwidth.
#pragma once

#include <cstdint>
#include <span>

namespace decodescope {

struct Link {
    const char* name;
    double bytes_per_second;  // nominal, one direction; 0: the user's own
    double latency;           // seconds, assumed: the order of magnitude alone
    const char* source;       // of the bandwidth
};

// The last one is for the user's own number.
std::span<const Link> Links();

// Seconds. A bandwidth that is not positive gives infinity.
double TransferSeconds(std::int64_t bytes, double bytes_per_second, double latency);

}  // namespace decodescope
