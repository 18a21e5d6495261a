#include "app/cli/report/counts_json.h"

#include "core/cost/counted_table.h"

namespace decodescope {

void WriteCounts(JsonWriter& json, std::string_view key, const Config& config,
                 const Counts& counts) {
    json.Object(key, [&] {
        const CostTable table = BuildCostTable(config, {{.counts = counts}});
        json.Object("multiply_adds", [&] {
            for (const CostRow& row : table.rows) {
                if (!row.is_sum) json.Field(row.key, row.numbers.front());
            }
        });
        for (const CostRow& row : table.rows) {
            const bool is_of_pass = row.unit == CostUnit::Positions;  // a key beside the counts
            if (row.is_sum && !is_of_pass) json.Field(row.key, row.numbers.front());
        }
    });
}

}  // namespace decodescope
