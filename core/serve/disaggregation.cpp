#include "core/serve/disaggregation.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/branches.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

// --- Prefill worker -----------------------------------------------------------------------------

// With only the branch that is decoded.
Recipe WithPresentBranch(Recipe recipe) {
    const Branch present = recipe.choices();
    recipe.branches = {{}};
    recipe.branch = 0;
    if (!present.empty()) {
        recipe.branches.push_back(present);
        recipe.branch = 1;
    }
    return recipe;
}

// The first rows of a cache, as a cache.
KvCache FirstRows(const Model& model, const KvCache& cache, int positions) {
    KvCache rows(model);
    rows.Reserve(positions);
    for (int position = 0; position < positions; ++position) {
        for (int layer = 0; layer < model.config.layers; ++layer) {
            rows.Append(layer, cache.KeyRow(layer, position), cache.ValueRow(layer, position));
        }
    }
    return rows;
}

// --- Decode worker ------------------------------------------------------------------------------

// Copies K and V as they are cached to a trace that has room for them.
void CopyCache(const Config& config, const KvCache& cache, Trace& to) {
    for (int layer = 0; layer < config.layers; ++layer) {
        for (int position = 0; position < cache.length(); ++position) {
            to.SetRow(CachedKSource(config), layer, position, 0, cache.KeyRow(layer, position));
            to.SetRow(TensorId::V, layer, position, 0, cache.ValueRow(layer, position));
        }
    }
}

// The first pass as the decode worker knows it: what was sent, and under LastPosition what it
// computed of the last prompt position itself.
class FirstPass {
public:
    FirstPass(const KvTransfer& transfer, const Recording& begun)
        : transfer_(transfer),
          config_(begun.config()),
          cache_(transfer.cache),
          last_(begun.prompt_length() - 1) {}

    // Runs the last prompt position if that is left to the decode worker, and counts it.
    Pass Make(Decoded& decoded) {
        const bool is_whole = transfer_.trace != nullptr;
        const bool is_own = transfer_.protocol == TransferProtocol::LastPosition;
        Trace trace(config_, transfer_.recipe.model->precision(), 0, last_ + 1,
                    CaptureOf(is_whole, is_own));
        if (is_whole) trace.CopyRowsFrom(*transfer_.trace, config_);
        // Last: a trace that came as bytes has no K and V of its own.
        CopyCache(config_, cache_, trace);

        std::optional<Selection> selection;
        const bool knows_last_alone = is_own && !is_whole;
        const int first = knows_last_alone ? last_ : 0;
        if (is_own) {
            RunLast(trace, decoded);
            selection = SelectIn(transfer_.recipe, 0, trace, last_);
        } else {
            selection = FirstToken(is_whole ? &trace : nullptr);
        }
        decoded.first_pass = is_whole || is_own ? 0 : 1;
        return {.index = 0,
                .kind = PassKind::Prefill,
                .first_position = first,
                .tokens = {transfer_.prompt.begin() + first, transfer_.prompt.end()},
                .cache_length_before = first,
                .cache_length_after = last_ + 1,
                .counts = knows_last_alone ? own_counts_ : transfer_.counts,
                .kept = KeptTrace(SharedTrace(std::move(trace))),
                .selection = std::move(selection)};
    }

private:
    static Capture CaptureOf(bool is_whole, bool is_own) {
        if (is_whole) return Capture::Everything;
        return is_own ? Capture::CachedRowsAndLast : Capture::CachedRows;
    }

    void RunLast(Trace& trace, Decoded& decoded) {
        const Trace own =
            Engine(transfer_.recipe.model)
                .Run({&transfer_.prompt.back(), 1}, cache_, Capture::Everything, own_counts_);
        decoded.counts += own_counts_;
        trace.CopyRowsFrom(own, config_);
        ++decoded.passes_run;
    }

    // The first token as it was sent. If the logits were sent too, they must select it.
    std::optional<Selection> FirstToken(Trace* whole) const {
        std::optional<Selection> selection;
        if (whole != nullptr) {
            selection = SelectIn(transfer_.recipe, 0, *whole, last_);
            const bool is_same =
                selection ? selection->id == transfer_.first_token : !transfer_.first_token;
            if (!is_same) {
                throw Error("the first token is not the one that the logits select", "transfer",
                            "have the prefill worker send it again");
            }
        } else if (transfer_.first_token) {
            selection = Selection{.id = *transfer_.first_token};
        }
        return selection;
    }

    const KvTransfer& transfer_;
    const Config& config_;
    KvCache cache_;      // the decode worker's own
    int last_;           // prompt position
    Counts own_counts_;  // of the pass over that one, where the decode worker runs it
};

}  // namespace

int PositionsSent(TransferProtocol protocol, int prompt_length) {
    return protocol == TransferProtocol::FirstToken ? prompt_length : prompt_length - 1;
}

LayerBytes BytesPerLayer(const Config& config, Precision precision, int positions) {
    const std::int64_t bytes =
        std::int64_t{BytesPerNumber(precision)} * config.kv_width() * positions;
    return {.keys = bytes, .values = bytes};
}

KvTransfer Prefill(const Recipe& recipe, TransferProtocol protocol, bool with_trace) {
    const Recording begun(WithPresentBranch(recipe));
    const int length = begun.prompt_length();
    KvCache cache(begun.model());
    Counts counts;
    Trace trace = Engine(recipe.model)
                      .Run(begun.prompt(), cache,
                           with_trace ? Capture::Everything : Capture::LogitsOnly, counts);
    KvTransfer transfer{
        .protocol = protocol,
        .recipe = begun.recipe(),
        .prompt = begun.prompt(),
        .cache = FirstRows(begun.model(), cache, PositionsSent(protocol, length)),
        .counts = counts,
    };
    if (protocol == TransferProtocol::FirstToken) {
        const std::optional<Selection> first = SelectIn(begun.recipe(), 0, trace, length - 1);
        if (first) transfer.first_token = first->id;
    }
    if (with_trace) transfer.trace = std::make_shared<const Trace>(std::move(trace));
    return transfer;
}

Decoded BeginDecoding(const KvTransfer& transfer, TraceMemoryPtr memory) {
    Decoded decoded{.recording = Recording(transfer.recipe, transfer.prompt, std::move(memory))};
    Recording& recording = decoded.recording;
    recording.Append(std::make_shared<const Pass>(FirstPass(transfer, recording).Make(decoded)));
    return decoded;
}

Decoded DecodeFrom(const KvTransfer& transfer) {
    Decoded decoded = BeginDecoding(transfer);
    Recording& recording = decoded.recording;
    Decoder decoder(recording);
    while (PassPtr pass = decoder.Step()) {
        decoded.counts += pass->counts;
        ++decoded.passes_run;
        recording.Append(std::move(pass));
    }
    return decoded;
}

TransferCheck CheckTransfer(const Recording& undivided, TransferProtocol protocol) {
    const KvTransfer transfer = Prefill(undivided.recipe(), protocol, true);
    const Decoded decoded = DecodeFrom(transfer);
    Comparison comparison(undivided, decoded.recording);
    comparison.CompareEverything();

    const Config& config = undivided.config();
    const int sent = transfer.cache.length();
    const LayerBytes layer = BytesPerLayer(config, undivided.model().precision(), sent);
    const int prefill_positions = transfer.counts.KvPositions(config);
    const int decode_positions = decoded.counts.KvPositions(config);
    const std::vector<TokenId>& ids = decoded.recording.ids();
    return {.protocol = protocol,
            .prefill_passes = 1,
            .decode_passes = decoded.passes_run,
            .prefill_positions = prefill_positions,
            .decode_positions = decode_positions,
            .positions_sent = sent,
            .recomputed = prefill_positions - sent,
            .layer = layer,
            .bytes_sent = layer.both() * config.layers,
            .selected = {ids.begin() + undivided.prompt_length(), ids.end()},
            .same_selections = ids == undivided.ids() &&
                               decoded.recording.finish_reason() == undivided.finish_reason(),
            .compared = comparison.compared(),
            .max_abs_difference = comparison.largest(),
            .place = comparison.place()};
}

}  // namespace decodescope
