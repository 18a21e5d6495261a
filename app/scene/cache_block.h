// The KV cache: always there, and the heaviest thing in the picture.
//
//   K head     V head      A row per position. Where there are more than fit as numbers, those in
//   0 A  K  K   V  V       the middle are folded into colour.
//   1 B  K  K   V  V
//   ▒▒▒▒ 97 rows ▒▒▒▒
//   99 C K  K   V  V
#pragma once

namespace decodescope {

struct SceneBuilder;

void AddCache(SceneBuilder& builder);

}  // namespace decodescope
