// KV transfers written as bytes: a cache file, or what goes over a connection.
#pragma once

#include <cstddef>
#include <string>

#include "core/serve/disaggregation.h"

namespace decodescope {

struct CacheFile {
    std::string bytes;
    std::size_t cache_bytes = 0;  // K and V: what serving needs
    std::size_t trace_bytes = 0;  // of the section TRCE: what only the check needs
};

// Throws Error where it would be larger than kLargestCacheFile.
CacheFile FormatCacheFile(const KvTransfer& transfer);

}  // namespace decodescope
