// The logit lens: the next token as it could be told after each layer. The final norm and the
// output matrix are applied to the residual stream that leaves a layer, which the pass itself does
// only after the last one. So a line of it is not part of the pass, except that the last line is
// what the pass found.
//
//   x ─▶ layer 0 ─▶ layer 1 ─▶ … ─▶ last layer ─▶ norm ─▶ W_out ─▶ softmax    the pass
//            └─▶ norm ─▶ W_out ─▶ softmax                                     line 0 of the lens
//                       └─▶ norm ─▶ W_out ─▶ softmax                          line 1
//
// Source: nostalgebraist, "interpreting GPT: the logit lens", LessWrong, 2020.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/row_math.h"
#include "core/run/recording.h"

namespace decodescope {

// What the lens shows at the last position of a pass, after one layer: [vocabulary_size] each, by
// ID, in the model's precision.
struct LensNumbers {
    Row logits;
    Row probabilities;
};

LensNumbers LensAfter(const Recording& recording, const Pass& pass, int layer);

// A token in a line: its probability, and its place when the likeliest comes first. Tokens with
// equal logits are in the order of their IDs.
struct LensToken {
    TokenId id = 0;
    double probability = 0;
    int rank = 1;  // 1: the likeliest

    friend bool operator==(const LensToken&, const LensToken&) = default;
};

// How a token stands among the numbers of a line; nothing if a logit is not a number.
std::optional<LensToken> StandingOf(const LensNumbers& numbers, TokenId id);

// One line in short.
struct LensLine {
    int layer = 0;
    std::optional<LensToken> best;      // the likeliest; nothing if a logit is not a number
    std::optional<LensToken> selected;  // the one that the pass selected, if it did

    friend bool operator==(const LensLine&, const LensLine&) = default;
};

LensLine LensLineAfter(const Recording& recording, const Pass& pass, int layer);

// The first layer from which on all lines have the selected token in the first place; nothing if
// the last one has not, or `lines` are not those of all layers.
std::optional<int> SettledFrom(const std::vector<LensLine>& lines, int layers);

// Multiplications for all lines of a pass.
double LensWork(const Config& config);

}  // namespace decodescope
