// Disaggregated serving: one worker computes the K and V of the prompt and ships the cache, another
// one decodes. Each has the weights and a memory of its own; nothing else passes between them.
//
//   prefill worker                     shipment                 decode worker
//   positions 0 … N−1     ──▶  N rows of K and V, an ID  ──▶    pass 1, 2, …      FirstToken
//   positions 0 … N−1     ──▶  N − 1 rows of K and V     ──▶    position N−1,     LastPosition
//                                                               selects, 1, 2, …
//
// A selected token is an ID that is in no cache: that is why it can travel as an ID. Under
// LastPosition the last prompt position is processed on both sides; its logits, and so the first
// selection, come from the decode worker. Both ways and the undivided run agree to the bit.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/engine/kv_cache.h"
#include "core/run/comparison.h"
#include "core/run/recording.h"

namespace decodescope {

enum class TransferProtocol {
    FirstToken,    // the prefill worker selects the first token and ships all N positions
    LastPosition,  // it ships N − 1; the decode worker processes the last one and selects
};

// What the prefill worker ships.
struct KvTransfer {
    TransferProtocol protocol = TransferProtocol::FirstToken;
    Recipe recipe;                // of its branches the present one; the model is not shipped
    std::vector<TokenId> prompt;  // [N]
    KvCache cache;                // N or N − 1 positions
    std::optional<TokenId> first_token;  // FirstToken, and it could be selected
    Counts counts;                       // of the prefill worker's pass over N positions

    // Not needed for serving: every value of the shipped positions (and, under FirstToken, the
    // logits and probabilities), so that the decode worker can write the whole trace. Null: not
    // shipped.
    std::shared_ptr<const Trace> trace;
};

int PositionsSent(TransferProtocol protocol, int prompt_length);

// Bytes of K and V that travel for one layer, together and each.
struct LayerBytes {
    std::int64_t keys = 0;
    std::int64_t values = 0;

    std::int64_t both() const { return keys + values; }
};
LayerBytes BytesPerLayer(const Config& config, Precision precision, int positions);

// The prefill worker. Throws Error as Recording does.
KvTransfer Prefill(const Recipe& recipe, TransferProtocol protocol, bool with_trace);

// What the decode worker has in the end.
struct Decoded {
    // With the trace shipped: all that the undivided run has. Without: the passes that the decode
    // worker ran, and of the prompt's positions k and v alone.
    Recording recording;
    int first_pass = 0;  // the first one that is known as a whole
    int passes_run = 0;  // by the decode worker
    Counts counts;       // of those
};

// The decode worker: goes on from what was shipped, to the end. Throws Error where the shipped
// token is not what the shipped logits give.
Decoded DecodeFrom(const KvTransfer& transfer);

// The same recipe handed over, against its undivided recording.
struct TransferCheck {
    TransferProtocol protocol = TransferProtocol::FirstToken;
    int prefill_passes = 0;
    int decode_passes = 0;
    int prefill_positions = 0;  // whose K and V the prefill worker computed (counted)
    int decode_positions = 0;   // and the decode worker
    int positions_sent = 0;
    int recomputed = 0;  // positions computed on both sides
    LayerBytes layer;
    std::int64_t bytes_sent = 0;  // K and V of all layers
    std::vector<TokenId> selected;
    bool same_selections = false;
    std::int64_t compared = 0;  // numbers
    double max_abs_difference = 0;
    std::optional<Cell> place;  // of the largest; empty where all are 0

    bool agrees() const { return same_selections && max_abs_difference == 0; }
};

// Runs both workers and compares every number that both sides have. The recording ran to its end.
TransferCheck CheckTransfer(const Recording& undivided, TransferProtocol protocol);

}  // namespace decodescope
