// The verb cost as JSON: what is counted and what is modelled under keys of their own.

#include "app/cli/cost_report.h"
#include "app/cli/counts_json.h"
#include "core/cost/cost.h"

namespace decodescope {
namespace {

void Write(JsonWriter& json, std::string_view key, double number) {
    json.Key(key);
    json.Number(number);
}

void Write(JsonWriter& json, std::string_view key, std::int64_t number) {
    json.Key(key);
    json.Integer(number);
}

void Write(JsonWriter& json, std::string_view key, const std::optional<double>& number) {
    json.Key(key);
    number ? json.Number(*number) : json.Null();
}

void WriteName(JsonWriter& json, std::string_view key, std::string_view name) {
    json.Key(key);
    json.Text(name);
}

void WriteCounted(JsonWriter& json, const CountedRun& run) {
    const Recording& recording = run.recording;
    json.Break();
    json.Key("counted");
    json.BeginObject();
    Write(json, "bytes_per_number", std::int64_t{BytesPerNumber(recording.model())});
    Write(json, "prompt_length", std::int64_t{recording.prompt_length()});
    json.Key("passes");
    json.BeginArray();
    for (const PassPtr& pass : recording.passes()) {
        json.Break();
        json.BeginObject();
        Write(json, "pass", std::int64_t{pass->index});
        Write(json, "kv_positions_computed",
              std::int64_t{pass->counts.KvPositions(recording.config())});
        WriteCounts(json, "counts", pass->counts);
        WriteCounts(json, "without_cache",
                    run.checks[static_cast<size_t>(pass->index)].recomputed_counts);
        json.EndObject();
    }
    json.EndArray();
    json.Break();
    WriteCounts(json, "with_cache", run.with_cache);
    json.Break();
    WriteCounts(json, "without_cache", run.without_cache);
    json.Break();
    json.Key("formulas_agree");
    json.Bool(run.formulas_agree);
    json.EndObject();
}

void WriteTime(JsonWriter& json, std::string_view key, const StepTime& time,
               const RooflinePoint& point) {
    json.Break();
    json.Key(key);
    json.BeginObject();
    Write(json, "weights_seconds", time.weights);
    Write(json, "cache_seconds", time.cache);
    Write(json, "arithmetic_seconds", time.arithmetic);
    Write(json, "seconds", time.total());
    WriteName(json, "bottleneck", NameOf(time.bottleneck()));
    Write(json, "operations_per_byte", point.intensity);
    Write(json, "operations_per_second", point.rate);
    json.EndObject();
}

void WriteShazeer(JsonWriter& json, const ModelledRun& run) {
    const ModelShape& shape = run.shape;
    json.Break();
    json.Key("shazeer_2019");
    const std::string refusal = ShazeerRefusal(shape, run.scenario.context);
    json.BeginObject();
    if (!refusal.empty()) {
        WriteName(json, "not_shown", refusal);
        return json.EndObject();
    }
    const AttentionCase c{.n = run.scenario.context,
                          .d = static_cast<double>(shape.d_model),
                          .h = static_cast<double>(shape.query_heads),
                          .b = run.scenario.batch};
    const auto counted = [&](int kv_heads) {
        return AttentionReadsPerMultiplyAdd(shape, kv_heads, static_cast<std::int64_t>(c.n),
                                            static_cast<std::int64_t>(c.b));
    };
    Write(json, "multi_head", ShazeerMultiHead(c));
    Write(json, "multi_head_counted", counted(shape.query_heads));
    Write(json, "grouped_query_derived", GroupedQueryTerm(c, shape.kv_heads));
    Write(json, "grouped_query_counted", counted(shape.kv_heads));
    Write(json, "multi_query", ShazeerMultiQuery(c));
    Write(json, "multi_query_counted", counted(1));
    json.EndObject();
}

void WriteModelled(JsonWriter& json, const ModelledRun& run) {
    const Scenario& s = run.scenario;
    const MemoryNeed memory = MemoryOf(s);
    json.Break();
    json.Key("modelled");
    json.BeginObject();
    WriteName(json, "hardware", s.hardware.name);
    WriteName(json, "source", s.hardware.source);
    json.KeyAndBytes("shape", run.shape_name);
    WriteName(json, "weights_format", InfoOf(s.weights).name);
    WriteName(json, "cache_format", InfoOf(s.cache).name);
    Write(json, "batch", s.batch);
    Write(json, "context", s.context);
    Write(json, "parameters", ParameterCount(s.shape));
    WriteTime(json, "decode_step", DecodeStepTime(s), DecodePoint(s));
    WriteTime(json, "prefill", PrefillTime(s), PrefillPoint(s));
    json.Break();
    Write(json, "ridge_operations_per_byte", RidgeOf(s));
    Write(json, "batch_where_arithmetic_binds", BatchWhereArithmeticBinds(s));
    Write(json, "context_where_cache_passes_weights", ContextWhereCachePassesWeights(s));
    Write(json, "context_where_arithmetic_meets_memory", ContextWhereArithmeticMeetsMemory(s));
    json.Break();
    Write(json, "memory_bytes", s.hardware.memory);
    Write(json, "weight_bytes", memory.weights);
    Write(json, "cache_bytes_per_token", memory.cache_per_token);
    Write(json, "cache_bytes", memory.cache);
    Write(json, "largest_batch", memory.largest_batch);
    WriteShazeer(json, run);
    json.EndObject();
}

}  // namespace

std::string CostJson(const CountedRun& run, const std::optional<ModelledRun>& modelled) {
    std::string text;
    JsonWriter json(text);
    json.BeginObject();
    json.KeyAndBytes("model", run.recording.model().name);
    WriteCounted(json, run);
    if (modelled) WriteModelled(json, *modelled);
    json.EndObject();
    return text + "\n";
}

}  // namespace decodescope
