// The single numbers of a model's configuration that can be changed: the attention scale, epsilon,
// the base of RoPE, the KV heads.
#pragma once

#include "app/panel/panel.h"

namespace decodescope {

void DrawConstants(const Panel& panel, Column& column);

}  // namespace decodescope
