#include "core/engine/counts.h"

#include <numeric>

namespace decodescope {

std::int64_t Counts::MultiplyAdds() const {
    return std::accumulate(multiply_adds.begin(), multiply_adds.end(), std::int64_t{0});
}

Counts& Counts::operator+=(const Counts& other) {
    kv_rows_computed += other.kv_rows_computed;
    for (size_t i = 0; i < multiply_adds.size(); ++i) multiply_adds[i] += other.multiply_adds[i];
    weight_bytes_read += other.weight_bytes_read;
    cache_bytes_read += other.cache_bytes_read;
    cache_bytes_written += other.cache_bytes_written;
    return *this;
}

}  // namespace decodescope
