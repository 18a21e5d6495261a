// A shipment as bytes: what stands in a cache file, and what goes over a connection
// (docs/cache-files.md).
//
//   | magic, version, length | MODL | RECP | TOKN | CACH | CNTS | TRCE, if shipped | SHA-256 |
//
// All numbers are little endian. Nothing of it is used before all of it has been checked.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/serve/disaggregation.h"

namespace decodescope {

constexpr std::size_t kCacheHeadSize = 20;  // bytes up to and including the length
constexpr std::size_t kLargestCacheFile = std::size_t{1} << 30;
constexpr std::uint32_t kCacheVersion = 1;

struct CacheFile {
    std::string bytes;
    std::size_t cache_bytes = 0;  // K and V: what serving needs
    std::size_t trace_bytes = 0;  // of the section TRCE: what only the proof needs
};

// Throws Error where it would be larger than kLargestCacheFile.
CacheFile FormatCacheFile(const KvTransfer& transfer);

// The length that the first kCacheHeadSize bytes give, in bytes of the whole. `place` is the file
// or peer that an Error names: it is thrown where this is no cache file, one of another version, or
// one that says it is shorter than its head or longer than kLargestCacheFile.
std::size_t CacheFileLength(std::string_view head, const std::string& place);

// Reads one back, for this model. Throws Error where it is cut off, altered in any bit or has
// something behind it, where it belongs to another model (saying in which parts that differs), or
// says what cannot be.
KvTransfer ParseCacheFile(std::string_view bytes, const ModelPtr& model, const std::string& place);

}  // namespace decodescope
