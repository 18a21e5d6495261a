// A KV transfer over a connection: the bytes of a cache file one way, an answer the other.
//
//   prefill worker                                   decode worker
//   cache file (cache_file.h), end of sending  ──▶   checks all of it
//   accepted, or why not                       ◀──   "DSCA" | u32 1 or 0 | u32 length | words
#pragma once

#include "core/io/socket.h"
#include "core/serve/disaggregation.h"

namespace decodescope {

// Sends, and waits for the answer. Throws Error unless the transfer was accepted.
void Send(Connection& to, std::string_view cache_file);

// Receives and answers. Throws Error, and tells the other side, for whatever ParseCacheFile refuses
// and for a transfer that is not sent to its end or goes on after it.
KvTransfer Receive(Connection& from, const ModelPtr& model);

}  // namespace decodescope
