// The blocks of attention down both sides of the cache: x, Q, K and V at the left; the scores, the
// softmax and the weighted sum of V at the right.
#pragma once

#include "app/scene/scene.h"

namespace decodescope {

struct SceneBuilder;

void AddInput(SceneBuilder& builder);
void AddProjection(SceneBuilder& builder, BlockId id);  // Query, Key or Value
void AddScores(SceneBuilder& builder);
void AddAttentionWeights(SceneBuilder& builder);
void AddWeightedSum(SceneBuilder& builder);

}  // namespace decodescope
