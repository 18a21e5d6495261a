#include "core/cost/counted_table.h"

#include <algorithm>
#include <utility>

#include "core/cost/cost.h"

namespace decodescope {
namespace {

constexpr CostQuantity kQuantities[] = {
    {"multiply_adds_total", "multiply-adds", CostUnit::MultiplyAdds,
     [](const Counts& c, const Config&) { return c.MultiplyAdds(); }},
    {"kv_positions_computed", "positions computed", CostUnit::Positions,
     [](const Counts& c, const Config& config) { return std::int64_t{c.KvPositions(config)}; }},
    {"weight_bytes_read", "weights read", CostUnit::Bytes,
     [](const Counts& c, const Config&) { return c.weight_bytes_read; }},
    {"cache_bytes_read", "K and V read", CostUnit::Bytes,
     [](const Counts& c, const Config&) { return c.cache_bytes_read; }},
    {"cache_bytes_written", "K and V written", CostUnit::Bytes,
     [](const Counts& c, const Config&) { return c.cache_bytes_written; }},
};

template <class Of>
std::vector<std::int64_t> NumbersOf(const std::vector<CostColumn>& columns, Of of) {
    std::vector<std::int64_t> numbers;
    for (const CostColumn& column : columns) numbers.push_back(of(column.counts));
    return numbers;
}

// By the formulas: one pass over the whole prefix, without a cache.
Counts CountsWithoutCache(const Recording& recording, int pass) {
    const int length = recording.prompt_length() + pass;
    const auto prefix = std::span(recording.ids()).first(static_cast<size_t>(length));
    return CountsOf(recording.model(), WorkloadWithoutCache(prefix, length));
}

}  // namespace

std::span<const CostQuantity> CostQuantities() { return kQuantities; }

CostTable BuildCostTable(const Config& config, std::vector<CostColumn> columns) {
    CostTable table;
    for (const StageInfo& stage : AllStages()) {
        std::vector<std::int64_t> numbers = NumbersOf(columns, [&](const Counts& counts) {
            return counts.multiply_adds[static_cast<size_t>(stage.stage)];
        });
        if (std::ranges::all_of(numbers, [](std::int64_t number) { return number == 0; })) continue;
        table.rows.push_back({.key = stage.name,
                              .label = stage.products,
                              .unit = CostUnit::MultiplyAdds,
                              .numbers = std::move(numbers)});
    }
    for (const CostQuantity& quantity : kQuantities) {
        const auto of = [&](const Counts& counts) { return quantity.of(counts, config); };
        table.rows.push_back({.key = quantity.key,
                              .label = quantity.label,
                              .unit = quantity.unit,
                              .is_sum = true,
                              .numbers = NumbersOf(columns, of)});
    }
    table.columns = std::move(columns);
    return table;
}

CountedRun CountRun(const Recording& recording, std::span<const PassCheck> checks) {
    const int prompt = recording.prompt_length(), passes = recording.pass_count();
    CountedRun run{.with_cache = CountPasses(recording, passes),
                   .is_recomputed = checks.size() == recording.passes().size() &&
                                    std::ranges::all_of(checks, &PassCheck::is_checked)};
    for (const PassCheck& check : checks) run.without_cache += check.recomputed_counts;
    Counts with, without;
    bool each_agrees = true;
    if (!run.is_recomputed) {
        for (size_t i = 0; i < checks.size(); ++i) {
            each_agrees = each_agrees && (!checks[i].is_checked ||
                                          checks[i].recomputed_counts ==
                                              CountsWithoutCache(recording, static_cast<int>(i)));
        }
    }
    if (passes > 0) {
        // The last token that is selected is not processed.
        const auto ids = std::span(recording.ids()).first(static_cast<size_t>(prompt + passes - 1));
        with = CountsOf(recording.model(), WorkloadWithCache(ids, prompt));
        without = CountsOf(recording.model(), WorkloadWithoutCache(ids, prompt));
    }
    if (!run.is_recomputed) run.without_cache = without;
    run.formulas_agree = run.with_cache == with && run.without_cache == without && each_agrees;
    return run;
}

int PassesThrough(const Recording& recording, Playhead playhead) {
    return std::min(playhead.step < 0 ? playhead.pass : playhead.pass + 1, recording.pass_count());
}

Counts CountPasses(const Recording& recording, int passes) {
    Counts counts;
    for (int pass = 0; pass < passes; ++pass) counts += recording.pass(pass).counts;
    return counts;
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
