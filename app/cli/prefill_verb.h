// The verb `prefill`: one of two workers. It computes a prompt's K and V and ships the cache.
#pragma once

#include <string>

#include "app/cli/options.h"
#include "core/io/cache_writer.h"

namespace decodescope {

// What was computed and what was shipped, with both sizes counted: of the cache, which serving
// needs, and of the trace, which only the proof needs.
std::string PrefillReport(const KvTransfer& transfer, const CacheFile& file);

// Writes the cache file, or sends it. Returns the exit code; throws Error.
int RunPrefill(const Options& options);

}  // namespace decodescope
