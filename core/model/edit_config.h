// A model with a changed configuration: the attention scale, the constants of norm and RoPE, how
// many KV heads the query heads share.
#pragma once

#include <string>
#include <string_view>

#include "core/model/model.h"

namespace decodescope {

// The attention scale as text: as it was typed, "1/sqrt(2)" where it is 1/sqrt(head_dim), else the
// number.
std::string ScaleText(const Model& model);

// The scale as a person wrote it, "0.5" or "1/sqrt(2)"; the text is kept. Throws Error where it is
// no finite number.
Model WithScale(const Model& model, std::string_view words);

// These throw Error where no model can have the number (Validate), or where this one does not use
// it: no norm, no RoPE.
Model WithNormEps(const Model& model, double eps);
Model WithRopeTheta(const Model& model, double theta);

// The same query heads with another number of KV heads: as many is MHA, fewer GQA, one MQA. A KV
// head is the average of those that its query heads read before. So more heads change no result;
// fewer do, unless the averaged weights are equal. Throws Error where `kv_heads` does not divide
// the query heads.
Model WithKvHeads(const Model& model, int kv_heads);

}  // namespace decodescope
