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
Shipment WaitForShipment(const Options& options, const ModelPtr& model) {
    const Listener listener(*options.listen);
    std::fprintf(stderr, "decodescope: listening on %s\n", TextOf(listener.address()).c_str());
    std::fflush(stderr);
    Connection connection = listener.Accept(options.patience);
    return Receive(connection, model);
}

Shipment OpenShipment(const Options& options, const ModelPtr& model) {
    if (options.cache.has_value() == options.listen.has_value()) {
        throw Error(options.cache ? "the cache can come from one place only" : "there is no cache",
                    "", "add either --cache CACHE or --listen [HOST:]PORT");
    }
    if (options.listen) return WaitForShipment(options, model);
    return ParseCacheFile(ReadFile(*options.cache, kLargestCacheFile), model, *options.cache);
}

std::optional<HandoverNote> NoteOf(const Shipment& shipment) {
    if (shipment.trace) return std::nullopt;
    HandoverNote note{.protocol = shipment.protocol,
                      .positions_received = PositionsIn(shipment.cache),
                      .positions_recomputed = {}};
    for (int p = note.positions_received; p < static_cast<int>(shipment.prompt.size()); ++p) {
        note.positions_recomputed.push_back(p);
    }
    return note;
}

}  // namespace

int RunDecode(const Options& options) {
    const Shipment shipment = OpenShipment(options, OpenRecipe(options).model);
    const Decoded decoded = DecodeFrom(shipment);
    const std::vector<PassCheck> checks = CheckAll(decoded.recording);
    const CheckedRun run{.recording = decoded.recording,
                         .checks = checks,
                         .is_full = options.is_full,
                         .first_pass = decoded.first_pass,
                         .handover = NoteOf(shipment)};
    WriteOutput(options.output, TraceAs(options.format, run));
    return kExitFine;
}

}  // namespace decodescope
