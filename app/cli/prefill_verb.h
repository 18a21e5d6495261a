// The verb `prefill`: one of two workers. It computes a prompt's K and V and sends the cache.
#pragma once

#include <string>

#include "app/cli/verb.h"
#include "core/io/cache_writer.h"

namespace decodescope {

// What was computed and what was sent, with both sizes counted: of the cache, which serving needs,
// and of the trace, which only the check needs.
std::string PrefillReport(const KvTransfer& transfer, const CacheFile& file);

// Writes the cache file, or sends it.
extern const Verb kPrefillVerb;

}  // namespace decodescope
