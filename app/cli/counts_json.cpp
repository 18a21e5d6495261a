#include "app/cli/counts_json.h"

namespace decodescope {

void WriteCounts(JsonWriter& json, std::string_view key, const Counts& counts) {
    const auto write = [&json](std::string_view name, std::int64_t count) {
        json.Key(name);
        json.Integer(count);
    };
    json.Key(key);
    json.BeginObject();
    json.Key("multiply_adds");
    json.BeginObject();
    for (int i = 0; i < kStageCount; ++i) {
        const std::int64_t count = counts.multiply_adds[static_cast<size_t>(i)];
        if (count > 0) write(InfoOf(static_cast<Stage>(i)).name, count);
    }
    json.EndObject();
    write("multiply_adds_total", counts.MultiplyAdds());
    write("weight_bytes_read", counts.weight_bytes_read);
    write("cache_bytes_read", counts.cache_bytes_read);
    write("cache_bytes_written", counts.cache_bytes_written);
    json.EndObject();
}

}  // namespace decodescope
