// What a pass cost, as JSON (counted_table.h): in a trace, and by the verb cost.
#pragma once

#include <string_view>

#include "app/cli/report/json_writer.h"
#include "core/engine/engine.h"

namespace decodescope {

// A key and an object: multiply-adds by stage (those that have any) and of all, and bytes.
void WriteCounts(JsonWriter& json, std::string_view key, const Config& config,
                 const Counts& counts);

}  // namespace decodescope
