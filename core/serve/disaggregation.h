// Disaggregated prefill: one worker computes the K and V of the prompt and sends the cache, another
// one decodes from it. Each has the weights and its own memory; nothing else passes between them.
//
//   prefill worker                     transfer                 decode worker
//   positions 0 … N−1     ──▶  N rows of K and V, an ID  ──▶    pass 1, 2, …      FirstToken
//   positions 0 … N−1     ──▶  N − 1 rows of K and V     ──▶    position N−1,     LastPosition
//                                                               selects, 1, 2, …
//
// A selected token is only an ID, in no cache: that is why it can be sent as an ID. Under
// LastPosition both workers process the last prompt position; its logits, and so the first
// selection, come from the decode worker. Both protocols agree with the undivided run to the bit.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/engine/kv_cache.h"
#include "core/run/comparison.h"
#include "core/run/recording.h"

namespace decodescope {

enum class TransferProtocol {
    FirstToken,    // the prefill worker selects the first token and sends all N positions
    LastPosition,  // it sends N − 1; the decode worker processes the last one and selects
};

// What the prefill worker sends.
struct KvTransfer {
    TransferProtocol protocol = TransferProtocol::FirstToken;
    Recipe recipe;                       // with its present branch alone; the model is not sent
    std::vector<TokenId> prompt;         // [N]
    KvCache cache;                       // N or N − 1 positions
    std::optional<TokenId> first_token;  // FirstToken, and it could be selected
    Counts counts;                       // of the prefill worker's pass over N positions

    // Not needed for decoding: every value of the positions sent (and, under FirstToken, the logits
    // and probabilities), so that the decode worker can write the whole trace. Null: not sent.
    std::shared_ptr<const Trace> trace;
};

int PositionsSent(TransferProtocol protocol, int prompt_length);

// Bytes of K and V of one layer.
struct LayerBytes {
    std::int64_t keys = 0;
    std::int64_t values = 0;

    std::int64_t both() const { return keys + values; }
};
LayerBytes BytesPerLayer(const Config& config, Precision precision, int positions);

// The prefill worker. Throws Error as Recording does.
KvTransfer Prefill(const Recipe& recipe, TransferProtocol protocol, bool with_trace);

// What the decode worker has at the end.
struct Decoded {
    // With the trace sent, all that the undivided run has. Without it, the passes that the decode
    // worker ran, and only k and v of the prompt's positions.
    Recording recording;
    int first_pass = 0;  // the first one of which everything is known
    int passes_run = 0;  // by the decode worker
    Counts counts;       // of these passes
};

// The decode worker before its first decode pass, from what was sent; a Decoder goes on with the
// recording. Throws Error if the token sent is not what the logits sent select.
Decoded BeginDecoding(const KvTransfer& transfer, TraceMemoryPtr memory = nullptr);

// The same, and all passes to the end.
Decoded DecodeFrom(const KvTransfer& transfer);

// A recipe run by two workers, compared with its undivided recording.
struct TransferCheck {
    TransferProtocol protocol = TransferProtocol::FirstToken;
    int prefill_passes = 0;
    int decode_passes = 0;
    int prefill_positions = 0;  // whose K and V the prefill worker computed, counted
    int decode_positions = 0;   // and the decode worker
    int positions_sent = 0;
    int recomputed = 0;  // positions computed on both sides
    LayerBytes layer;
    std::int64_t bytes_sent = 0;  // K and V of all layers
    std::vector<TokenId> selected;
    bool same_selections = false;
    std::int64_t compared = 0;  // pairs of numbers
    double max_abs_difference = 0;
    std::optional<Cell> place;  // of the largest; empty where all are 0

    bool agrees() const { return same_selections && max_abs_difference == 0; }
};

// Runs both workers and compares every number that both runs have. The recording must have ended.
TransferCheck CheckTransfer(const Recording& undivided, TransferProtocol protocol);

}  // namespace decodescope
