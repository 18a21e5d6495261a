#include "app/cli/decode_verb.h"

#include <cstdio>

#include "app/cli/output.h"
#include "app/cli/trace_verb.h"
#include "core/base/error.h"
#include "core/io/cache_file.h"
#include "core/io/file.h"
#include "core/io/kv_transfer.h"

namespace decodescope {
namespace {

// Says on stderr where it listens, so that a person, or a script, knows the port.
KvTransfer WaitForTransfer(const Options& options, const ModelPtr& model) {
    const Listener listener(*options.listen);
    std::fprintf(stderr, "decodescope: listening on %s\n", TextOf(listener.address()).c_str());
    std::fflush(stderr);
    Connection connection = listener.Accept(options.patience);
    return Receive(connection, model);
}

KvTransfer OpenTransfer(const Options& options, const ModelPtr& model) {
    if (options.cache.has_value() == options.listen.has_value()) {
        throw Error(options.cache ? "the cache can come from one place only" : "there is no cache",
                    "", "add either --cache CACHE or --listen [HOST:]PORT");
    }
    if (options.listen) return WaitForTransfer(options, model);
    return ParseCacheFile(ReadFile(*options.cache, kLargestCacheFile), model, *options.cache);
}

std::optional<DisaggregationNote> NoteOf(const KvTransfer& transfer) {
    if (transfer.trace) return std::nullopt;
    DisaggregationNote note{.protocol = transfer.protocol,
                            .positions_received = transfer.cache.length(),
                            .positions_recomputed = {}};
    for (int p = note.positions_received; p < static_cast<int>(transfer.prompt.size()); ++p) {
        note.positions_recomputed.push_back(p);
    }
    return note;
}

}  // namespace

int RunDecode(const Options& options) {
    const KvTransfer transfer = OpenTransfer(options, OpenRecipe(options).model);
    const Decoded decoded = DecodeFrom(transfer);
    const std::vector<PassCheck> checks = CheckAll(decoded.recording);
    const CheckedRun run{.recording = decoded.recording,
                         .checks = checks,
                         .is_full = options.is_full,
                         .first_pass = decoded.first_pass,
                         .disaggregation = NoteOf(transfer)};
    WriteOutput(options.output, TraceAs(options.format, run));
    return kExitFine;
}

}  // namespace decodescope
