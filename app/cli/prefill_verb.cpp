#include "app/cli/prefill_verb.h"

#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/io/kv_transfer.h"
#include "core/model/model_id.h"

namespace decodescope {
namespace {

constexpr size_t kShownDigits = 16;

std::string Selected(const Shipment& shipment) {
    if (shipment.protocol == HandoverProtocol::LastPosition) {
        return "The decode worker recomputes position " +
               std::to_string(shipment.prompt.size() - 1) + " and selects the first token.\n";
    }
    if (!shipment.first_token) return "No first token could be selected.\n";
    const Tokenizer& tokenizer = shipment.recipe.model->tokenizer;
    return "Selected: " + DisplayText(tokenizer, *shipment.first_token) + ", shipped as ID " +
           std::to_string(*shipment.first_token) + ". The decode worker recomputes nothing.\n";
}

}  // namespace

std::string PrefillReport(const Shipment& shipment, const CacheFile& file) {
    const Model& model = *shipment.recipe.model;
    const int positions = PositionsIn(shipment.cache);
    const LayerBytes layer = BytesPerLayer(model.config, model.precision(), positions);
    std::string text = PrintableUtf8(model.name) + ", prompt of " +
                       CountText(static_cast<int>(shipment.prompt.size()), "token") +
                       ". K and V computed for " +
                       CountText(shipment.counts.KvPositions(model.config), "position") +
                       ", shipped for " + std::to_string(positions) + ".\n" + Selected(shipment);
    text += "Counted, in bytes:\n  of one layer: " + std::to_string(layer.keys) + " of K, " +
            std::to_string(layer.values) + " of V\n  of " +
            CountText(model.config.layers, "layer") +
            ", the cache: " + std::to_string(file.cache_bytes) + "\n";
    if (shipment.trace) {
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
    const Shipment shipment = Prefill(OpenRecipe(options), options.protocol, options.ships_trace);
    const CacheFile file = FormatCacheFile(shipment);
    if (options.to) {
        Connection connection(*options.to, options.patience);
        Ship(connection, file.bytes);
    } else {
        WriteOutput(options.output, file.bytes);
    }
    WriteOutput(std::nullopt, PrefillReport(shipment, file));
    return kExitFine;
}

}  // namespace decodescope
