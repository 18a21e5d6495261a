#include "core/serve/disaggregation.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/branches.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

// --- Prefill worker -----------------------------------------------------------------------------

// Of the branches only the one that is decoded.
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

template <class T>
KvCache<T> FirstRows(const Config& config, const KvCache<T>& cache, int positions) {
    KvCache<T> rows(config);
    rows.Reserve(positions);
    for (int position = 0; position < positions; ++position) {
        for (int layer = 0; layer < config.layers; ++layer) {
            rows.Append(layer, cache.KeyRow(layer, position), cache.ValueRow(layer, position));
        }
    }
    return rows;
}

// What a pass selects from the logits in its trace; writes the final probabilities there.
template <class T>
std::optional<Selection> SelectFrom(const Recipe& recipe, Trace& trace, int last_position) {
    return SelectIn<T>(recipe, 0, trace.MutableRow<T>(TensorId::Logits, 0, last_position),
                       trace.MutableRow<T>(TensorId::FinalProbabilities, 0, last_position));
}

template <class T>
KvTransfer PrefillWith(const Recording& begun, TransferProtocol protocol, bool with_trace) {
    const int length = begun.prompt_length();
    KvCache<T> cache(begun.config());
    Counts counts;
    Trace trace = Engine<T>(begun.recipe().model)
                      .Run(begun.prompt(), cache,
                           with_trace ? Capture::Everything : Capture::LogitsOnly, counts);
    KvTransfer transfer{
        .protocol = protocol,
        .recipe = begun.recipe(),
        .prompt = begun.prompt(),
        .cache = FirstRows<T>(begun.config(), cache, PositionsSent(protocol, length)),
        .counts = counts,
    };
    if (protocol == TransferProtocol::FirstToken) {
        const std::optional<Selection> first = SelectFrom<T>(begun.recipe(), trace, length - 1);
        if (first) transfer.first_token = first->id;
    }
    if (with_trace) transfer.trace = std::make_shared<const Trace>(std::move(trace));
    return transfer;
}

// --- Decode worker ------------------------------------------------------------------------------

// The rows of one trace that another one has room for, of positions [first, end).
template <class T>
void CopyRows(const Config& config, const Trace& from, Trace& to, int first, int end) {
    ForEachRow(config, to, first, end, [&](TensorId tensor, int layer, int position, int head) {
        if (!from.Has(tensor, position)) return;
        const Numbers row = from.Row(tensor, layer, position, head);
        T* const target = to.MutableRow<T>(tensor, layer, position, head);
        for (int i = 0; i < row.size(); ++i) target[i] = static_cast<T>(row[i]);
    });
}

// K and V as the cache has them, in a trace that has room for them.
template <class T>
void CopyCache(const Config& config, const KvCache<T>& cache, Trace& to) {
    const auto width = config.kv_width();
    for (int layer = 0; layer < config.layers; ++layer) {
        for (int position = 0; position < cache.length(); ++position) {
            std::copy_n(cache.KeyRow(layer, position), width,
                        to.MutableRow<T>(CachedKSource(config), layer, position));
            std::copy_n(cache.ValueRow(layer, position), width,
                        to.MutableRow<T>(TensorId::V, layer, position));
        }
    }
}

// The first pass as the decode worker knows it: what was shipped, and under LastPosition what it
// computed of the last prompt position itself.
template <class T>
class FirstPass {
public:
    FirstPass(const KvTransfer& transfer, const Recording& begun)
        : transfer_(transfer),
          config_(begun.config()),
          cache_(FirstRows<T>(config_, std::get<KvCache<T>>(transfer.cache),
                              PositionsIn(transfer.cache))),
          last_(begun.prompt_length() - 1) {}

    // Runs the last prompt position where that is the decode worker's to do, adding to what it ran.
    Pass Make(Decoded& decoded) {
        const bool is_whole = transfer_.trace != nullptr;
        const bool is_own = transfer_.protocol == TransferProtocol::LastPosition;
        Trace trace(config_, kPrecisionOf<T>, 0, last_ + 1, CaptureOf(is_whole, is_own));
        if (is_whole) CopyRows<T>(config_, *transfer_.trace, trace, 0, cache_.length());
        // Last: a trace that came as bytes has no K and V of its own.
        CopyCache<T>(config_, cache_, trace);

        std::optional<Selection> selection;
        const int first = is_whole || !is_own ? 0 : last_;
        if (is_own) {
            RunLast(trace, decoded);
            selection = SelectFrom<T>(transfer_.recipe, trace, last_);
        } else {
            selection = Shipped(is_whole ? &trace : nullptr);
        }
        decoded.first_pass = is_whole || is_own ? 0 : 1;
        return {.index = 0,
                .kind = PassKind::Prefill,
                .first_position = first,
                .tokens = {transfer_.prompt.begin() + first, transfer_.prompt.end()},
                .cache_length_before = first,
                .cache_length_after = last_ + 1,
                .counts = transfer_.counts,
                .kept = std::make_shared<const Trace>(std::move(trace)),
                .selection = std::move(selection)};
    }

private:
    static Capture CaptureOf(bool is_whole, bool is_own) {
        if (is_whole) return Capture::Everything;
        return is_own ? Capture::CachedRowsAndLast : Capture::CachedRows;
    }

    void RunLast(Trace& trace, Decoded& decoded) {
        const Trace own =
            Engine<T>(transfer_.recipe.model)
                .Run({&transfer_.prompt.back(), 1}, cache_, Capture::Everything, decoded.counts);
        CopyRows<T>(config_, own, trace, last_, last_ + 1);
        ++decoded.passes_run;
    }

    // The first token as it was shipped: with the logits, those must give it.
    std::optional<Selection> Shipped(Trace* whole) const {
        std::optional<Selection> selection;
        if (whole != nullptr) {
            selection = SelectFrom<T>(transfer_.recipe, *whole, last_);
            const bool is_same =
                selection ? selection->id == transfer_.first_token : !transfer_.first_token;
            if (!is_same) {
                throw Error("the first token is not what its logits give", "shipment",
                            "have the prefill worker ship it again");
            }
        } else if (transfer_.first_token) {
            selection = Selection{.id = *transfer_.first_token};
        }
        return selection;
    }

    const KvTransfer& transfer_;
    const Config& config_;
    KvCache<T> cache_;  // the decode worker's own
    int last_;          // prompt position
};

}  // namespace

int PositionsSent(TransferProtocol protocol, int prompt_length) {
    return protocol == TransferProtocol::FirstToken ? prompt_length : prompt_length - 1;
}

int PositionsIn(const AnyCache& cache) {
    return std::visit([](const auto& rows) { return rows.length(); }, cache);
}

LayerBytes BytesPerLayer(const Config& config, Precision precision, int positions) {
    const std::int64_t number = precision == Precision::Float64 ? 8 : 4;
    const std::int64_t bytes = number * config.kv_width() * positions;
    return {.keys = bytes, .values = bytes};
}

KvTransfer Prefill(const Recipe& recipe, TransferProtocol protocol, bool with_trace) {
    const Recording begun(WithPresentBranch(recipe));
    return recipe.model->precision() == Precision::Float64
               ? PrefillWith<double>(begun, protocol, with_trace)
               : PrefillWith<float>(begun, protocol, with_trace);
}

Decoded DecodeFrom(const KvTransfer& transfer) {
    Decoded decoded{.recording = Recording(transfer.recipe, transfer.prompt)};
    Recording& recording = decoded.recording;
    const bool is_double = recording.model().precision() == Precision::Float64;
    recording.Append(std::make_shared<const Pass>(
        is_double ? FirstPass<double>(transfer, recording).Make(decoded)
                  : FirstPass<float>(transfer, recording).Make(decoded)));
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
    const int sent = PositionsIn(transfer.cache);
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
                               decoded.recording.stop_reason() == undivided.stop_reason(),
            .compared = comparison.compared(),
            .max_abs_difference = comparison.largest(),
            .place = comparison.place()};
}

}  // namespace decodescope
