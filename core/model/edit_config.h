// A model with something of its configuration changed: the attention scale, the constants of norm
// and RoPE, how many KV heads its query heads share.
#pragma once

#include <string>
#include <string_view>

#include "core/model/model.h"

namespace decodescope {

// How the attention scale is written: as it was typed, "1/sqrt(head_dim)" where it is that, or else
// the number.
std::string ScaleText(const Model& model);

// The scale as a person wrote it, "0.5" or "1/sqrt(2)"; the words are kept. Throws Error where they
// are no finite number.
Model WithScale(const Model& model, std::string_view words);

// These throw Error where no model can have the number (Validate), or where this one has no use for
// it: no norm, no RoPE.
Model WithNormEps(const Model& model, double eps);
Model WithRopeTheta(const Model& model, double theta);

// Other query heads share a KV head: as many KV heads as query heads are MHA, fewer GQA, one MQA.
// Each query head keeps reading the K and V that it read; where several share a head now, it is the
// average of theirs. So more heads change no result, and fewer do unless their weights are equal.
// `kv_heads` must divide the query heads; Error else.
Model WithKvHeads(const Model& model, int kv_heads);

}  // namespace decodescope
