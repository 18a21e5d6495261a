#include "app/cli/prefill_verb.h"

#include "app/cli/connection_options.h"
#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report_options.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/io/kv_transfer.h"
#include "core/model/model_id.h"

namespace decodescope {
namespace {

constexpr size_t kShownDigits = 16;

std::string Selected(const KvTransfer& transfer) {
    if (transfer.protocol == TransferProtocol::LastPosition) {
        return "The decode worker recomputes position " +
               std::to_string(transfer.prompt.size() - 1) + " and selects the first token.\n";
    }
    if (!transfer.first_token) return "No first token could be selected.\n";
    const Tokenizer& tokenizer = transfer.recipe.model->tokenizer;
    return "Selected: " + DisplayText(tokenizer, *transfer.first_token) + ", sent as ID " +
           std::to_string(*transfer.first_token) + ". The decode worker recomputes nothing.\n";
}

}  // namespace

std::string PrefillReport(const KvTransfer& transfer, const CacheFile& file) {
    const Model& model = *transfer.recipe.model;
    const int positions = transfer.cache.length();
    const LayerBytes layer = BytesPerLayer(model.config, model.precision(), positions);
    std::string text = PrintableUtf8(model.name) + ", prompt of " +
                       CountText(static_cast<int>(transfer.prompt.size()), "token") +
                       ". K and V computed for " +
                       CountText(transfer.counts.KvPositions(model.config), "position") +
                       ", sent for " + std::to_string(positions) + ".\n" + Selected(transfer);
    text += "Counted, in bytes:\n  of one layer: " + std::to_string(layer.keys) + " of K, " +
            std::to_string(layer.values) + " of V\n  of " +
            CountText(model.config.layers, "layer") +
            ", the cache: " + std::to_string(file.cache_bytes) + "\n";
    if (transfer.trace) {
        text += "  the prefill's values, for the check alone: " + std::to_string(file.trace_bytes) +
                "\n";
    }
    return text + "  all of it, with recipe and checksum: " + std::to_string(file.bytes.size()) +
           "\nModel: " + HexOf(WholeOf(IdOf(model)), kShownDigits) +
           ", of configuration, weights and vocabulary.\n";
}

namespace {

// --- Options ------------------------------------------------------------------------------------

struct PrefillOptions {
    RecipeOptions recipe;
    TransferProtocol protocol = TransferProtocol::FirstToken;
    bool sends_trace = true;
    std::optional<std::string> output;
    ConnectionOptions connection;
    std::optional<Address> to;
};

using Text = const std::string&;
using O = PrefillOptions;

constexpr Choice<TransferProtocol> kProtocols[] = {
    {"first-token", TransferProtocol::FirstToken},
    {"last-position", TransferProtocol::LastPosition}};
constexpr Choice<bool> kSent[] = {{"trace", true}, {"cache", false}};

constexpr OptionRow<O> kRows[] = {
    {"--protocol", "first-token|last-position",
     [](O& o, Text v, Text n) { o.protocol = ParseChoice(v, n, kProtocols); },
     "first-token (the default): select it here, send all N positions; last-position: send N - 1, "
     "the decode worker processes the last one and selects"},
    {"--ship", "trace|cache",
     [](O& o, Text v, Text n) { o.sends_trace = ParseChoice(v, n, kSent); },
     "trace (the default): the prefill's values too, so that decode writes the whole trace; cache: "
     "what serving needs and no more"},
    {"--to", "[HOST:]PORT", [](O& o, Text v, Text n) { o.to = ParseAddress(v, n); },
     "send it to a decode worker that listens there, instead of writing a file"},
};

void AddOptions(OptionList& list, PrefillOptions& options) {
    AddRecipe(list, options.recipe);
    AddOutput(list, options.output, "CACHE", "the cache file");
    list.Add(options, kRows);
    AddTimeout(list, options.connection);
}

int RunPrefill(const PrefillOptions& options) {
    if (options.output.has_value() == options.to.has_value()) {
        throw Error(
            options.to ? "the cache can go to one place only" : "the cache has nowhere to go", "",
            "add either -o CACHE or --to [HOST:]PORT");
    }
    const KvTransfer transfer =
        Prefill(OpenRecipe(options.recipe), options.protocol, options.sends_trace);
    const CacheFile file = FormatCacheFile(transfer);
    if (options.to) {
        Connection connection(*options.to, options.connection.patience);
        Send(connection, file.bytes);
    } else {
        WriteOutput(options.output, file.bytes);
    }
    WriteReport(options.output, PrefillReport(transfer, file));
    return kExitFine;
}

}  // namespace

const Verb kPrefillVerb = {
    .name = "prefill",
    .arguments = "FILE -o CACHE",
    .summary = "the prompt's cache, for another process to decode from",
    .help =
        "One of two workers: computes the prompt's K and V and sends the cache, to a file or to "
        "a decode worker that listens. Exit code 0 only if it was written, or accepted.",
    .prepare = Prepare<PrefillOptions, AddOptions, RunPrefill>};

}  // namespace decodescope
