#include "app/cli/decode_verb.h"

#include <cstdio>

#include "app/cli/connection_options.h"
#include "app/cli/recipe_options.h"
#include "app/cli/trace_options.h"
#include "core/base/error.h"
#include "core/io/cache_file.h"
#include "core/io/file.h"
#include "core/io/kv_transfer.h"

namespace decodescope {
namespace {

// --- Options ------------------------------------------------------------------------------------

struct DecodeOptions {
    RecipeOptions recipe;  // its file and tokenizer; the rest comes with the cache
    TraceOptions trace;
    std::optional<std::string> cache;
    std::optional<Address> listen;
    ConnectionOptions connection;
};

using Text = const std::string&;
using O = DecodeOptions;

constexpr OptionRow<O> kRows[] = {
    {"--cache", "CACHE", [](O& o, Text v, Text) { o.cache = v; },
     "the cache file that decodescope prefill wrote", PathUse::Reads},
    {"--listen", "[HOST:]PORT", [](O& o, Text v, Text n) { o.listen = ParseAddress(v, n); },
     "wait there for one prefill worker; without HOST on this machine alone, port 0: any that is "
     "free"},
};

void AddOptions(OptionList& list, DecodeOptions& options) {
    AddFile(list, options.recipe);
    AddTokenizer(list, options.recipe);
    AddTraceOptions(list, options.trace);
    list.Add(options, kRows);
    AddTimeout(list, options.connection);
}

// --- Run ----------------------------------------------------------------------------------------

// Says on stderr where it listens, so that a person, or a script, knows the port.
KvTransfer WaitForTransfer(const DecodeOptions& options, const ModelPtr& model) {
    const Listener listener(*options.listen);
    std::fprintf(stderr, "decodescope: listening on %s\n", TextOf(listener.address()).c_str());
    std::fflush(stderr);
    const ConnectionOptions& waits = options.connection;
    Connection connection = listener.Accept(
        waits.patience, waits.is_given ? std::optional(waits.patience) : std::nullopt);
    return Receive(connection, model);
}

KvTransfer OpenTransfer(const DecodeOptions& options, const ModelPtr& model) {
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

int RunDecode(const DecodeOptions& options) {
    const KvTransfer transfer = OpenTransfer(options, OpenRecipe(options.recipe).model);
    Decoded begun = BeginDecoding(transfer, MemoryFor(options.trace));
    TraceToEnd(options.trace, std::move(begun.recording), begun.first_pass, NoteOf(transfer));
    return kExitFine;
}

}  // namespace

const Verb kDecodeVerb = {
    .name = "decode",
    .arguments = "FILE --cache CACHE",
    .summary = "the trace of decoding from it",
    .help =
        "The other worker: decodes from a cache that decodescope prefill made, with the same "
        "model, and writes the trace. Rule, seed and number of tokens come with the cache.",
    .prepare = Prepare<DecodeOptions, AddOptions, RunDecode>};

}  // namespace decodescope
