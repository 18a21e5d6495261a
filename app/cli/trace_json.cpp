#include "app/cli/counts_json.h"
#include "app/cli/json_writer.h"
#include "app/cli/trace_verb.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

// --- Names --------------------------------------------------------------------------------------

// The key of a value inside its layer or head: the short names that scripts rely on, else the
// table's. q and k are those that meet in the scores, after RoPE where there is one.
std::string KeyOf(const Config& config, TensorId tensor) {
    if (tensor == ScoredQ(config)) return "q";
    if (tensor == CachedKSource(config)) return "k";
    if (tensor == TensorId::Q) return "q_before_rope";
    if (tensor == TensorId::K) return "k_before_rope";
    if (tensor == TensorId::HeadOutput) return "output";
    return std::string(InfoOf(tensor).name);
}

// Computed values outside the layers that have keys or lists of their own, and the cached rows,
// which are the same numbers as k and v.
bool HasOwnPlace(TensorId tensor) {
    constexpr TensorId kElsewhere[] = {TensorId::CachedK,       TensorId::CachedV,
                                       TensorId::Hidden,        TensorId::Logits,
                                       TensorId::Probabilities, TensorId::FinalProbabilities};
    return std::ranges::find(kElsewhere, tensor) != std::end(kElsewhere);
}

// The values that are listed under one heading: per layer or not, per head or not.
std::vector<TensorId> ValuesListed(const Config& config, bool per_layer, PerHead per_head) {
    std::vector<TensorId> values;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (info.is_parameter || info.per_layer != per_layer || info.per_head != per_head) continue;
        if (Has(config, info.tensor) && !HasOwnPlace(info.tensor)) values.push_back(info.tensor);
    }
    return values;
}

// --- Pieces -------------------------------------------------------------------------------------

void WriteNumbers(JsonWriter& json, const Numbers& row) {
    json.BeginArray();
    for (int i = 0; i < row.size(); ++i) json.Number(row[i]);
    json.EndArray();
}

void WriteIds(JsonWriter& json, const std::vector<TokenId>& ids) {
    json.BeginArray();
    for (const TokenId id : ids) json.Integer(id);
    json.EndArray();
}

// "id" and "text" of a token, inside an object that is open.
void WriteToken(JsonWriter& json, const Recording& recording, TokenId id) {
    json.Key("id");
    json.Integer(id);
    json.KeyAndBytes("text", recording.model().tokenizer.pieces[static_cast<size_t>(id)]);
}

void WriteInteger(JsonWriter& json, std::string_view key, std::int64_t number) {
    json.Key(key);
    json.Integer(number);
}

void WriteReal(JsonWriter& json, std::string_view key, double number) {
    json.Key(key);
    json.Number(number);
}

// --- A pass -------------------------------------------------------------------------------------

// One value of one layer and head: a row for each position of the pass.
void WriteRows(JsonWriter& json, const Recording& recording, const Pass& pass, const Cell& cell) {
    json.Break();
    json.Key(KeyOf(recording.config(), cell.tensor));
    json.BeginArray();
    for (int position = pass.first_position; position <= pass.last_position(); ++position) {
        WriteNumbers(json, recording.Row(cell.tensor, cell.layer, cell.head, position));
    }
    json.EndArray();
}

void WriteHeads(JsonWriter& json, const Recording& recording, const Pass& pass, int layer,
                PerHead per_head) {
    const Config& config = recording.config();
    const bool is_query = per_head == PerHead::Query;
    json.Break();
    json.Key(is_query ? "query_heads" : "kv_heads");
    json.BeginArray();
    for (int head = 0; head < (is_query ? config.query_heads : config.kv_heads); ++head) {
        json.Break();
        json.BeginObject();
        if (is_query) WriteInteger(json, "kv_head", config.KvHeadOf(head));
        for (const TensorId tensor : ValuesListed(config, true, per_head)) {
            WriteRows(json, recording, pass, {.tensor = tensor, .layer = layer, .head = head});
        }
        json.EndObject();
    }
    json.EndArray();
}

void WriteIntermediates(JsonWriter& json, const Recording& recording, const Pass& pass) {
    const Config& config = recording.config();
    json.Break();
    json.Key("layers");
    json.BeginArray();
    for (int layer = 0; layer < config.layers; ++layer) {
        json.Break();
        json.BeginObject();
        WriteHeads(json, recording, pass, layer, PerHead::Query);
        WriteHeads(json, recording, pass, layer, PerHead::Kv);
        for (const TensorId tensor : ValuesListed(config, true, PerHead::No)) {
            WriteRows(json, recording, pass, {.tensor = tensor, .layer = layer});
        }
        json.EndObject();
    }
    json.EndArray();
    for (const TensorId tensor : ValuesListed(config, false, PerHead::No)) {
        WriteRows(json, recording, pass, {.tensor = tensor});
    }
    const TensorAt hidden = FinalHidden(config);
    json.Break();
    json.Key("hidden");
    json.BeginArray();
    for (int position = pass.first_position; position <= pass.last_position(); ++position) {
        WriteNumbers(json, pass.trace().Row(hidden.tensor, hidden.layer, position));  // all heads
    }
    json.EndArray();
}

// By final probability, then ID.
void WriteCandidates(JsonWriter& json, const Recording& recording, const Pass& pass) {
    std::vector<Candidate> candidates = CandidatesOf(recording, pass.index);
    std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
        const double p = a.final == a.final ? a.final : -1, q = b.final == b.final ? b.final : -1;
        return p != q ? p > q : a.id < b.id;
    });
    json.Break();
    json.Key("candidates");
    json.BeginArray();
    for (const Candidate& candidate : candidates) {
        json.Break();
        json.BeginObject();
        WriteToken(json, recording, candidate.id);
        WriteReal(json, "logit", candidate.logit);
        WriteReal(json, "raw", candidate.raw);
        WriteReal(json, "final", candidate.final);
        json.Key("kept");
        json.Bool(candidate.kept);
        if (candidate.dropped != Dropped::No) {
            json.Key("dropped");
            json.Text(Describe(candidate.dropped));
        }
        json.EndObject();
    }
    json.EndArray();
}

void WriteSelected(JsonWriter& json, const Recording& recording, const Pass& pass) {
    json.Break();
    json.Key("selected");
    if (!pass.selection) return json.Null();
    const bool is_tie = pass.selection->tied.size() > 1;
    json.BeginObject();
    WriteToken(json, recording, pass.selection->id);
    json.Key("tie");
    json.Bool(is_tie);
    if (is_tie) {
        json.Key("tied");
        WriteIds(json, pass.selection->tied);
    }
    if (pass.selection->drawn) WriteReal(json, "drawn", *pass.selection->drawn);
    if (pass.selection->by_hand) {
        json.Key("by_hand");
        json.Bool(true);
        if (pass.selection->instead_of)
            WriteInteger(json, "instead_of", *pass.selection->instead_of);
    }
    json.EndObject();
}

void WritePassCounts(JsonWriter& json, const Pass& pass, const PassCheck& check) {
    WriteInteger(json, "cache_length_before", pass.cache_length_before);
    WriteInteger(json, "cache_length_after", pass.cache_length_after);
    WriteInteger(json, "kv_positions_computed", check.cached_positions);
    WriteInteger(json, "kv_positions_computed_total", check.cached_total);
    json.Break();
    json.Key("recompute");
    json.BeginObject();
    WriteInteger(json, "kv_positions_computed", check.recomputed_positions);
    WriteInteger(json, "kv_positions_computed_total", check.recomputed_total);
    WriteReal(json, "max_abs_difference", check.max_abs_difference);
    WriteCounts(json, "counts", check.recomputed_counts);
    json.EndObject();
    json.Break();
    WriteCounts(json, "counts", pass.counts);
}

void WritePass(JsonWriter& json, const CheckedRun& run, int index) {
    const Recording& recording = run.recording;
    const Pass& pass = recording.pass(index);
    json.Break();
    json.BeginObject();
    WriteInteger(json, "pass", pass.index);
    json.Key("kind");
    json.Text(pass.kind == PassKind::Prefill ? "prefill" : "decode");
    json.Key("positions");
    json.BeginArray();
    for (int position = pass.first_position; position <= pass.last_position(); ++position) {
        json.Integer(position);
    }
    json.EndArray();
    json.Key("tokens");
    WriteIds(json, pass.tokens);
    json.Break();
    WritePassCounts(json, pass, run.checks[static_cast<size_t>(index)]);
    if (run.is_full) WriteIntermediates(json, recording, pass);
    json.Break();
    json.Key("logits");
    WriteNumbers(json, pass.trace().Row(TensorId::Logits, 0, pass.last_position()));
    WriteCandidates(json, recording, pass);
    WriteSelected(json, recording, pass);
    json.EndObject();
}

// --- The frame around the passes ----------------------------------------------------------------

void WriteModel(JsonWriter& json, const Model& model) {
    const Config& config = model.config;
    json.Break();
    json.Key("model");
    json.BeginObject();
    json.KeyAndBytes("name", model.name);
    WriteInteger(json, "vocabulary_size", config.vocabulary_size);
    WriteInteger(json, "d_model", config.d_model);
    WriteInteger(json, "layers", config.layers);
    WriteInteger(json, "query_heads", config.query_heads);
    WriteInteger(json, "kv_heads", config.kv_heads);
    WriteInteger(json, "head_dim", config.head_dim);
    json.Key("precision");
    json.Text(model.precision() == Precision::Float64 ? "float64" : "float32");
    json.KeyAndBytes("note", model.note);
    json.EndObject();
}

void WritePrompt(JsonWriter& json, const Recording& recording) {
    json.Break();
    json.Key("prompt");
    json.BeginObject();
    json.KeyAndBytes("text", recording.recipe().prompt);
    json.Key("tokens");
    json.BeginArray();
    for (const TokenId id : recording.prompt()) {
        json.BeginObject();
        WriteToken(json, recording, id);
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
}

void WriteRule(JsonWriter& json, const SelectionRule& rule) {
    const bool samples = rule.kind == RuleKind::Sample;
    json.Break();
    json.Key("selection");
    json.BeginObject();
    json.Key("rule");
    json.Text(samples ? "sample" : "greedy");
    if (samples) {
        WriteReal(json, "temperature", rule.temperature);
        WriteInteger(json, "top_k", rule.top_k);
        WriteReal(json, "top_p", rule.top_p);
        WriteReal(json, "min_p", rule.min_p);
        json.Key("seed");
        json.Unsigned(rule.seed);
    }
    json.EndObject();
}

// Only where a prefill worker's own pass is not known: a whole trace says nothing of where it was
// run.
void WriteDisaggregation(JsonWriter& json, const DisaggregationNote& note) {
    json.Break();
    json.Key("handover");
    json.BeginObject();
    json.Key("protocol");
    json.Text(note.protocol == TransferProtocol::FirstToken ? "first-token" : "last-position");
    WriteInteger(json, "positions_received", note.positions_received);
    json.Key("positions_recomputed");
    WriteIds(json, note.positions_recomputed);
    json.EndObject();
}

void WriteSequence(JsonWriter& json, const Recording& recording) {
    const Playhead end = Last(recording);
    json.Break();
    json.Key("sequence");
    json.BeginObject();
    json.Key("ids");
    WriteIds(json, recording.ids());
    WriteInteger(json, "cached", CacheLengthAt(recording, end));
    json.Key("waiting");
    if (const std::optional<SequenceToken> waiting = WaitingAt(recording, end)) {
        json.BeginObject();
        WriteInteger(json, "position", waiting->position);
        WriteToken(json, recording, waiting->id);
        json.EndObject();
    } else {
        json.Null();
    }
    json.KeyAndBytes("text", Detokenize(recording.model().tokenizer, recording.config().begin_token,
                                        recording.ids()));
    json.EndObject();
}

void WriteStop(JsonWriter& json, const Recording& recording) {
    constexpr std::string_view kReasons[] = {"none", "length", "end_token", "context_full",
                                             "not_selected"};
    json.Break();
    json.Key("stop");
    json.BeginObject();
    json.Key("reason");
    json.Text(kReasons[static_cast<size_t>(recording.stop_reason())]);
    json.KeyAndBytes("text", Describe(recording.stop_reason(), recording.recipe()));
    json.EndObject();
}

}  // namespace

std::string TraceAsJson(const CheckedRun& run) {
    std::string out;
    JsonWriter json(out);
    json.BeginObject();
    json.Key("format");
    json.Text("decodescope-trace");
    WriteInteger(json, "version", 1);
    WriteModel(json, run.recording.model());
    WritePrompt(json, run.recording);
    WriteRule(json, run.recording.recipe().rule);
    if (run.disaggregation) WriteDisaggregation(json, *run.disaggregation);
    json.Break();
    json.Key("passes");
    json.BeginArray();
    for (int pass = run.first_pass; pass < run.recording.pass_count(); ++pass)
        WritePass(json, run, pass);
    json.EndArray();
    WriteSequence(json, run.recording);
    WriteStop(json, run.recording);
    json.EndObject();
    out += '\n';
    return out;
}

}  // namespace decodescope
