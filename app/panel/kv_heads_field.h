// The choice of how many KV heads the query heads of a model share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panel/panel.h"

namespace decodescope {

// "8 (MHA)", "2 (GQA)", "1 (MQA)".
std::string KvHeadsName(int query_heads, int kv_heads);

// The numbers that divide the query heads, from 1 on.
std::vector<int> PossibleKvHeads(int query_heads);

// A field for any shape; returns what was chosen.
std::optional<int> KvHeadsChoice(const Panel& panel, const char* id, Area field, int query_heads,
                                 int kv_heads);

// For the model of the recipe: the choice is an edit.
void DrawKvHeadsField(const Panel& panel, Area field, std::string_view hotspot);

}  // namespace decodescope
