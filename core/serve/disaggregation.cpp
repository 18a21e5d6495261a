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
    return SelectIn<T>(recipe, 0, trace.MutableRow<T>(Value::Logits, 0, last_position),
                       trace.MutableRow<T>(Value::FinalProbabilities, 0, last_position));
}

template <class T>
Shipment PrefillWith(const Recording& begun, HandoverProtocol protocol, bool with_trace) {
    const int length = begun.prompt_length();
    KvCache<T> cache(begun.config());
    Counts counts;
    Trace trace = Engine<T>(begun.recipe().model)
                      .Run(begun.prompt(), cache,
                           with_trace ? Capture::Everything : Capture::LogitsOnly, counts);
    Shipment shipment{
        .protocol = protocol,
        .recipe = begun.recipe(),
        .prompt = begun.prompt(),
        .cache = FirstRows<T>(begun.config(), cache, PositionsShipped(protocol, length)),
        .counts = counts,
    };
    if (protocol == HandoverProtocol::FirstToken) {
        const std::optional<Selection> first = SelectFrom<T>(begun.recipe(), trace, length - 1);
        if (first) shipment.first_token = first->id;
    }
    if (with_trace) shipment.trace = std::make_shared<const Trace>(std::move(trace));
    return shipment;
}

// --- Decode worker ------------------------------------------------------------------------------

// The rows of one trace that another one has room for, of positions [first, end).
template <class T>
void CopyRows(const Config& config, const Trace& from, Trace& to, int first, int end) {
    ForEachRow(config, to, first, end, [&](Value value, int layer, int position, int head) {
        if (!from.Has(value, position)) return;
        const Numbers row = from.Row(value, layer, position, head);
        T* const target = to.MutableRow<T>(value, layer, position, head);
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
                        to.MutableRow<T>(CachedKeySource(config), layer, position));
            std::copy_n(cache.ValueRow(layer, position), width,
                        to.MutableRow<T>(Value::ValueVector, layer, position));
        }
    }
}

// The first pass as the decode worker knows it: what was shipped, and under LastPosition what it
// computed of the last prompt position itself.
template <class T>
class FirstPass {
public:
    FirstPass(const Shipment& shipment, const Recording& begun)
        : shipment_(shipment),
          config_(begun.config()),
          cache_(FirstRows<T>(config_, std::get<KvCache<T>>(shipment.cache),
                              PositionsIn(shipment.cache))),
          last_(begun.prompt_length() - 1) {}

    // Runs the last prompt position where that is the decode worker's to do, adding to what it ran.
    Pass Make(Decoded& decoded) {
        const bool is_whole = shipment_.trace != nullptr;
        const bool is_own = shipment_.protocol == HandoverProtocol::LastPosition;
        Trace trace(config_, kPrecisionOf<T>, 0, last_ + 1, CaptureOf(is_whole, is_own));
        if (is_whole) CopyRows<T>(config_, *shipment_.trace, trace, 0, cache_.length());
        // Last: a trace that came as bytes has no K and V of its own.
        CopyCache<T>(config_, cache_, trace);

        std::optional<Selection> selection;
        const int first = is_whole || !is_own ? 0 : last_;
        if (is_own) {
            RunLast(trace, decoded);
            selection = SelectFrom<T>(shipment_.recipe, trace, last_);
        } else {
            selection = Shipped(is_whole ? &trace : nullptr);
        }
        decoded.first_pass = is_whole || is_own ? 0 : 1;
        return {.index = 0,
                .kind = PassKind::Prefill,
                .first_position = first,
                .tokens = {shipment_.prompt.begin() + first, shipment_.prompt.end()},
                .cache_length_before = first,
                .cache_length_after = last_ + 1,
                .counts = shipment_.counts,
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
            Engine<T>(shipment_.recipe.model)
                .Run({&shipment_.prompt.back(), 1}, cache_, Capture::Everything, decoded.counts);
        CopyRows<T>(config_, own, trace, last_, last_ + 1);
        ++decoded.passes_run;
    }

    // The first token as it was shipped: with the logits, those must give it.
    std::optional<Selection> Shipped(Trace* whole) const {
        std::optional<Selection> selection;
        if (whole != nullptr) {
            selection = SelectFrom<T>(shipment_.recipe, *whole, last_);
            const bool is_same =
                selection ? selection->id == shipment_.first_token : !shipment_.first_token;
            if (!is_same) {
                throw Error("the first token is not what its logits give", "shipment",
                            "have the prefill worker ship it again");
            }
        } else if (shipment_.first_token) {
            selection = Selection{.id = *shipment_.first_token};
        }
        return selection;
    }

    const Shipment& shipment_;
    const Config& config_;
    KvCache<T> cache_;  // the decode worker's own
    int last_;          // prompt position
};

}  // namespace

int PositionsShipped(HandoverProtocol protocol, int prompt_length) {
    return protocol == HandoverProtocol::FirstToken ? prompt_length : prompt_length - 1;
}

int PositionsIn(const AnyCache& cache) {
    return std::visit([](const auto& rows) { return rows.length(); }, cache);
}

LayerBytes BytesPerLayer(const Config& config, Precision precision, int positions) {
    const std::int64_t number = precision == Precision::Float64 ? 8 : 4;
    const std::int64_t bytes = number * config.kv_width() * positions;
    return {.keys = bytes, .values = bytes};
}

Shipment Prefill(const Recipe& recipe, HandoverProtocol protocol, bool with_trace) {
    const Recording begun(WithPresentBranch(recipe));
    return recipe.model->precision() == Precision::Float64
               ? PrefillWith<double>(begun, protocol, with_trace)
               : PrefillWith<float>(begun, protocol, with_trace);
}

Decoded DecodeFrom(const Shipment& shipment) {
    Decoded decoded{.recording = Recording(shipment.recipe, shipment.prompt)};
    Recording& recording = decoded.recording;
    const bool is_double = recording.model().precision() == Precision::Float64;
    recording.Append(std::make_shared<const Pass>(
        is_double ? FirstPass<double>(shipment, recording).Make(decoded)
                  : FirstPass<float>(shipment, recording).Make(decoded)));
    Decoder decoder(recording);
    while (PassPtr pass = decoder.Step()) {
        decoded.counts += pass->counts;
        ++decoded.passes_run;
        recording.Append(std::move(pass));
    }
    return decoded;
}

HandoverProof Prove(const Recording& undivided, HandoverProtocol protocol) {
    const Shipment shipment = Prefill(undivided.recipe(), protocol, true);
    const Decoded decoded = DecodeFrom(shipment);
    Comparison comparison(undivided, decoded.recording);
    comparison.CompareEverything();

    const Config& config = undivided.config();
    const int shipped = PositionsIn(shipment.cache);
    const LayerBytes layer = BytesPerLayer(config, undivided.model().precision(), shipped);
    const int prefill_positions = shipment.counts.KvPositions(config);
    const int decode_positions = decoded.counts.KvPositions(config);
    const std::vector<TokenId>& ids = decoded.recording.ids();
    return {.protocol = protocol,
            .prefill_passes = 1,
            .decode_passes = decoded.passes_run,
            .prefill_positions = prefill_positions,
            .decode_positions = decode_positions,
            .positions_shipped = shipped,
            .recomputed = prefill_positions - shipped,
            .layer = layer,
            .bytes_shipped = layer.both() * config.layers,
            .selected = {ids.begin() + undivided.prompt_length(), ids.end()},
            .same_selections = ids == undivided.ids() &&
                               decoded.recording.stop_reason() == undivided.stop_reason(),
            .compared = comparison.compared(),
            .max_abs_difference = comparison.largest(),
            .place = comparison.place()};
}

}  // namespace decodescope
