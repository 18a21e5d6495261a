#include "app/cli/report/counts_json.h"

namespace decodescope {

void WriteCounts(JsonWriter& json, std::string_view key, const Counts& counts) {
    json.Object(key, [&] {
        json.Object("multiply_adds", [&] {
            for (int i = 0; i < kStageCount; ++i) {
                const std::int64_t count = counts.multiply_adds[static_cast<size_t>(i)];
                if (count > 0) json.Field(InfoOf(static_cast<Stage>(i)).name, count);
            }
        });
        json.Field("multiply_adds_total", counts.MultiplyAdds());
        json.Field("weight_bytes_read", counts.weight_bytes_read);
        json.Field("cache_bytes_read", counts.cache_bytes_read);
        json.Field("cache_bytes_written", counts.cache_bytes_written);
    });
}

}  // namespace decodescope
