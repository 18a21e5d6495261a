#include "app/cli/report/cost_json.h"

#include "app/cli/report/counts_json.h"
#include "app/cli/report/json_writer.h"
#include "core/cost/cost.h"
#include "core/cost/modelled_table.h"

namespace decodescope {
namespace {

void WriteCounted(JsonWriter& json, const RunReport& run) {
    const Recording& recording = run.recording;
    const Config& config = recording.config();
    json.Break().Object("counted", [&] {
        json.Field("bytes_per_number", BytesPerNumber(recording.model()));
        json.Field("prompt_length", recording.prompt_length());
        json.Array("passes", [&] {
            for (const PassPtr& pass : recording.passes()) {
                const PassCheck& check = run.checks[static_cast<size_t>(pass->index)];
                json.Break().Object([&] {
                    json.Field("pass", pass->index);
                    json.Field("kv_positions_computed", pass->counts.KvPositions(config));
                    WriteCounts(json, "counts", config, pass->counts);
                    if (!check.is_checked) return json.Field("without_cache", nullptr);
                    WriteCounts(json, "without_cache", config, check.recomputed_counts);
                });
            }
        });
        WriteCounts(json.Break(), "with_cache", config, run.counted.with_cache);
        WriteCounts(json.Break(), "without_cache", config, run.counted.without_cache);
        json.Break().Field("without_cache_counted", run.counted.is_recomputed);
        json.Field("formulas_agree", run.counted.formulas_agree);
    });
}

void WriteTime(JsonWriter& json, std::string_view key, const Scenario& s, const StepTime& time,
               const StepRows& rows) {
    const RooflinePoint point = PointOf(s, time);
    json.Break().Object(key, [&] {
        for (const ModelledRow& row : rows) json.Field(row.key, row.number);
        json.Field("arithmetic_seconds", time.arithmetic());
        json.Field("bottleneck", NameOf(time.bottleneck()));
        json.Field("lower_bound", true);
        json.Field("fits_memory", FitsMemory(s));
        json.Field("beyond_context", s.is_beyond_context());
        json.Field("operations_per_byte", point.intensity);
        json.Field("operations_per_second", point.rate);
        json.Field("linear_layers_operations_per_byte", PointOf(s, time.linear).intensity);
        json.Field("attention_operations_per_byte", PointOf(s, time.attention).intensity);
    });
}

void WriteShazeer(JsonWriter& json, const ModelledRun& run) {
    const ModelShape& shape = run.shape;
    const AttentionCase c = AttentionCaseOf(run);
    const auto counted = [&](int kv_heads) {
        return AttentionReadsPerMultiplyAdd(shape, kv_heads, static_cast<std::int64_t>(c.n),
                                            static_cast<std::int64_t>(c.b));
    };
    const std::string refusal = ShazeerRefusal(shape, run.scenario.context);
    json.Break().Object("shazeer_2019", [&] {
        if (!refusal.empty()) return json.Field("not_shown", refusal);
        json.Field("multi_head", ShazeerMultiHead(c));
        json.Field("multi_head_counted", counted(shape.query_heads));
        json.Field("grouped_query_derived", GroupedQueryTerm(c, shape.kv_heads));
        json.Field("grouped_query_counted", counted(shape.kv_heads));
        json.Field("multi_query", ShazeerMultiQuery(c));
        json.Field("multi_query_counted", counted(1));
    });
}

void WriteModelled(JsonWriter& json, const ModelledRun& run) {
    const Scenario& s = run.scenario;
    const int own = s.shape.config.context_length;
    json.Break().Object("modelled", [&] {
        json.Field("hardware", s.hardware.name);
        json.Field("source", s.hardware.source);
        json.BytesField("shape", run.shape_name);
        json.Field("weights_format", InfoOf(s.weights).name);
        json.Field("cache_format", InfoOf(s.cache).name);
        json.Field("batch", s.batch);
        json.Field("context", s.context);
        json.Field("parameters", ParameterCount(s.shape));
        json.Field("context_length", own > 0 ? std::optional(own) : std::nullopt);
        WriteTime(json, "decode_step", s, DecodeStepTime(s), DecodeRows(s));
        WriteTime(json, "prefill", s, PrefillTime(s), PrefillRows(s));
        json.Break().Field("ridge_operations_per_byte", RidgeOf(s));
        json.Field("batch_where_arithmetic_binds", BatchWhereComputeBound(s));
        json.Field("context_where_cache_passes_weights", ContextWhereCachePassesWeights(s));
        json.Field("context_where_attention_passes_linear_layers",
                   ContextWhereAttentionPassesLinear(s));
        json.Field("context_where_arithmetic_meets_memory", ContextWhereArithmeticMeetsMemory(s));
        json.Break().Field("memory_bytes", s.hardware.memory);
        for (const ModelledRow& row : MemoryRowsOf(s)) json.Field(row.key, row.number);
        json.Field("fits_memory", FitsMemory(s));
        WriteShazeer(json, run);
    });
}

}  // namespace

std::string CostJson(const std::optional<RunReport>& run,
                     const std::optional<ModelledRun>& modelled) {
    std::string text;
    JsonWriter json(text);
    json.Object([&] {
        if (run) {
            json.BytesField("model", run->recording.model().name);
            WriteCounted(json, *run);
        }
        if (modelled) WriteModelled(json, *modelled);
    });
    return text + "\n";
}

}  // namespace decodescope
