#include "app/views/cost/counted_table.h"

#include <algorithm>

#include "core/cost/cost.h"

namespace decodescope {
namespace {

struct ThreeCounts {
    const Counts &here, &run, &recomputed;

    template <class Of>
    CostRow Row(std::string name, CostUnit unit, bool is_sum, Of of) const {
        return {std::move(name), unit, is_sum, of(here), of(run), of(recomputed)};
    }
};

std::string NameOf(Stage stage) {
    switch (stage) {
        case Stage::Project: return "project Q K V";
        case Stage::Score: return "scores q·k";
        case Stage::WeightedSum: return "weighted sum of V";
        case Stage::OutputProjection: return "output projection";
        case Stage::Mlp: return "MLP";
        case Stage::Logits: return "logits";
        default: return std::string(InfoOf(stage).title);
    }
}

std::vector<CostRow> RowsOf(const Config& config, const ThreeCounts& counts) {
    std::vector<CostRow> rows;
    for (int i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<size_t>(i);
        const CostRow row = counts.Row(NameOf(static_cast<Stage>(i)), CostUnit::MultiplyAdds, false,
                                       [stage](const Counts& c) { return c.multiply_adds[stage]; });
        if (row.recomputed > 0 || row.run > 0) rows.push_back(row);
    }
    rows.push_back(counts.Row("multiply-adds", CostUnit::MultiplyAdds, true,
                              [](const Counts& c) { return c.MultiplyAdds(); }));
    rows.push_back(
        counts.Row("positions computed", CostUnit::Positions, true,
                   [&](const Counts& c) { return std::int64_t{c.KvPositions(config)}; }));
    rows.push_back(counts.Row("weights read", CostUnit::Bytes, true,
                              [](const Counts& c) { return c.weight_bytes_read; }));
    rows.push_back(counts.Row("K and V read", CostUnit::Bytes, true,
                              [](const Counts& c) { return c.cache_bytes_read; }));
    rows.push_back(counts.Row("K and V written", CostUnit::Bytes, true,
                              [](const Counts& c) { return c.cache_bytes_written; }));
    return rows;
}

}  // namespace

CostTable BuildCostTable(const Recording& recording, const std::vector<PassCheck>& checks,
                         Playhead playhead) {
    CostTable table;
    table.passes = recording.pass_count();
    table.passes_here =
        std::min(playhead.step < 0 ? playhead.pass : playhead.pass + 1, table.passes);
    table.is_recomputed = checks.size() == recording.passes().size();
    Counts here, run, recomputed;
    for (const PassPtr& pass : recording.passes()) {
        run += pass->counts;
        if (pass->index < table.passes_here) here += pass->counts;
    }
    for (const PassCheck& check : checks) recomputed += check.recomputed_counts;
    const auto formula = [&](const Workload& work) { return CountsOf(recording.model(), work); };
    const int prompt = recording.prompt_length();
    const Counts without =
        table.passes > 0 ? formula(WorkloadWithoutCache(prompt, table.passes)) : Counts{};
    const Counts with =
        table.passes > 0 ? formula(WorkloadWithCache(prompt, table.passes)) : Counts{};
    if (!table.is_recomputed) recomputed = without;
    table.formulas_agree = run == with && recomputed == without;
    table.rows = RowsOf(recording.config(), {here, run, recomputed});
    return table;
}

CacheSize CacheSizeAt(const Recording& recording, Playhead playhead) {
    const Config& config = recording.config();
    CacheSize size;
    size.per_position = CacheNumbersPerPosition(config) * BytesPerNumber(recording.model());
    size.per_position_mha = size.per_position * config.queries_per_kv_head();
    size.now = size.per_position * CacheLengthAt(recording, playhead);
    return size;
}

}  // namespace decodescope
