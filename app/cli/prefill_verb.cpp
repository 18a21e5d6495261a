#include "app/cli/prefill_verb.h"

#include "app/cli/output.h"
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
    return "Selected: " + DisplayText(tokenizer, *transfer.first_token) + ", shipped as ID " +
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
                       ", shipped for " + std::to_string(positions) + ".\n" + Selected(transfer);
    text += "Counted, in bytes:\n  of one layer: " + std::to_string(layer.keys) + " of K, " +
            std::to_string(layer.values) + " of V\n  of " +
            CountText(model.config.layers, "layer") +
            ", the cache: " + std::to_string(file.cache_bytes) + "\n";
    if (transfer.trace) {
        text += "  the prefill's values, for the proof alone: " + std::to_string(file.trace_bytes) +
                "\n";
    }
    return text + "  all of it, with recipe and checksum: " + std::to_string(file.bytes.size()) +
           "\nModel: " + HexOf(WholeOf(IdOf(model)), kShownDigits) +
           ", of configuration, weights and vocabulary.\n";
}

int RunPrefill(const Options& options) {
    if (options.output.has_value() == options.to.has_value()) {
        throw Error(
            options.to ? "the cache can go to one place only" : "the cache has nowhere to go", "",
            "add either -o CACHE or --to [HOST:]PORT");
    }
    const KvTransfer transfer = Prefill(OpenRecipe(options), options.protocol, options.sends_trace);
    const CacheFile file = FormatCacheFile(transfer);
    if (options.to) {
        Connection connection(*options.to, options.patience);
        Send(connection, file.bytes);
    } else {
        WriteOutput(options.output, file.bytes);
    }
    WriteOutput(std::nullopt, PrefillReport(transfer, file));
    return kExitFine;
}

}  // namespace decodescope
