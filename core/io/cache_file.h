// A KV transfer as bytes: the contents of a cache file, and what goes over a connection
// (docs/cache-files.md). Here they are read; cache_writer.h writes them.
//
//   | magic, version, length | MODL | RECP | TOKN | CACH | CNTS | TRCE, if sent | SHA-256 |
//
// All numbers are little endian. Nothing is used before everything has been checked.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/serve/disaggregation.h"

namespace decodescope {

constexpr std::size_t kCacheHeadSize = 20;  // bytes up to and including the length
constexpr std::size_t kLargestCacheFile = std::size_t{1} << 30;
constexpr std::uint32_t kCacheVersion = 1;

// The length of the whole file in bytes, as its first kCacheHeadSize bytes give it. `place` is the
// file or peer that an Error names: it is thrown where this is not a cache file, has another
// version, or claims to be shorter than its head or longer than kLargestCacheFile.
std::size_t CacheFileLength(std::string_view head, const std::string& place);

// Reads one back, for this model. Throws Error where it is cut off, altered in any bit or followed
// by more data, where it belongs to another model (saying which parts differ), or where what it
// says is impossible.
KvTransfer ParseCacheFile(std::string_view bytes, const ModelPtr& model, const std::string& place);

}  // namespace decodescope
