#include "app/cli/report/trace_json.h"

#include <algorithm>

#include "app/cli/report/counts_json.h"
#include "app/cli/report/json_writer.h"
#include "core/engine/cutoffs.h"
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
                                       TensorId::Probabilities, TensorId::ProbabilitiesAfterRule};
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

// --- A pass -------------------------------------------------------------------------------------

// "id" and "text" of a token, inside an object that is open.
void WriteToken(JsonWriter& json, const Recording& recording, TokenId id) {
    json.Field("id", id);
    json.BytesField("text", recording.model().tokenizer.pieces[static_cast<size_t>(id)]);
}

// One value of one layer and head: a row for each position of the pass.
void WriteRows(JsonWriter& json, const Recording& recording, const Pass& pass, const Cell& cell) {
    json.Break().Array(KeyOf(recording.config(), cell.tensor), [&] {
        for (int position = pass.first_position; position <= pass.last_position(); ++position) {
            json.Value(recording.Row(cell.tensor, cell.layer, cell.head, position));
        }
    });
}

void WriteHead(JsonWriter& json, const Recording& recording, const Pass& pass, int layer, int head,
               PerHead per_head) {
    const Config& config = recording.config();
    json.Break().Object([&] {
        if (per_head == PerHead::Query) json.Field("kv_head", config.KvHeadOf(head));
        for (const TensorId tensor : ValuesListed(config, true, per_head)) {
            WriteRows(json, recording, pass, {.tensor = tensor, .layer = layer, .head = head});
        }
    });
}

void WriteLayer(JsonWriter& json, const Recording& recording, const Pass& pass, int layer) {
    const Config& config = recording.config();
    const auto write_heads = [&](std::string_view key, int count, PerHead per_head) {
        json.Break().Array(key, [&] {
            for (int head = 0; head < count; ++head) {
                WriteHead(json, recording, pass, layer, head, per_head);
            }
        });
    };
    json.Break().Object([&] {
        write_heads("query_heads", config.query_heads, PerHead::Query);
        write_heads("kv_heads", config.kv_heads, PerHead::Kv);
        for (const TensorId tensor : ValuesListed(config, true, PerHead::No)) {
            WriteRows(json, recording, pass, {.tensor = tensor, .layer = layer});
        }
    });
}

void WriteIntermediates(JsonWriter& json, const Recording& recording, const Pass& pass) {
    const Config& config = recording.config();
    json.Break().Array("layers", [&] {
        for (int layer = 0; layer < config.layers; ++layer)
            WriteLayer(json, recording, pass, layer);
    });
    for (const TensorId tensor : ValuesListed(config, false, PerHead::No)) {
        WriteRows(json, recording, pass, {.tensor = tensor});
    }
    const TensorAt hidden = FinalHidden(config);
    const SharedTrace rows = recording.TraceOf(pass);
    json.Break().Array("hidden", [&] {
        for (int position = pass.first_position; position <= pass.last_position(); ++position) {
            json.Value(rows.Row(hidden.tensor, hidden.layer, position));  // all heads
        }
    });
}

void WriteCandidate(JsonWriter& json, const Recording& recording, const Candidate& candidate) {
    json.Break().Object([&] {
        WriteToken(json, recording, candidate.id);
        json.Field("logit", candidate.logit);
        json.Field("raw", candidate.probability);
        json.Field("final", candidate.probability_after_rule);
        json.Field("kept", candidate.kept);
        if (candidate.dropped != Dropped::No) json.Field("dropped", Describe(candidate.dropped));
    });
}

// By probability after the rule, then ID.
void WriteCandidates(JsonWriter& json, const Recording& recording, const Pass& pass) {
    std::vector<Candidate> candidates = CandidatesOf(recording, pass.index);
    std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
        const auto rank = [](double p) { return p == p ? p : -1; };
        const double p = rank(a.probability_after_rule), q = rank(b.probability_after_rule);
        return p != q ? p > q : a.id < b.id;
    });
    json.Break().Array("candidates", [&] {
        for (const Candidate& candidate : candidates) WriteCandidate(json, recording, candidate);
    });
}

// Where the limits of the rule cut, and whether between equals; nothing where none did.
void WriteLimits(JsonWriter& json, const Recording& recording, const Pass& pass) {
    const std::vector<Cutoff> limits =
        CutoffsOf(recording.recipe().rule, LogitsOf(recording, pass));
    if (limits.empty()) return;
    json.Break().Array("limits", [&] {
        for (const Cutoff& limit : limits) {
            json.Object([&] {
                json.Field("limit", limit.key);
                json.Field("kept", limit.kept);
                json.Field("tie", limit.is_tie);
            });
        }
    });
}

void WriteSelected(JsonWriter& json, const Recording& recording, const Pass& pass) {
    json.Break().Key("selected");
    if (!pass.selection) return json.Value(nullptr);
    const Selection& selection = *pass.selection;
    const bool is_tie = selection.tied.size() > 1;
    json.Object([&] {
        WriteToken(json, recording, selection.id);
        json.Field("tie", is_tie);
        if (is_tie) json.Field("tied", selection.tied);
        if (selection.drawn) json.Field("drawn", selection.drawn);
        if (!selection.by_hand) return;
        json.Field("by_hand", true);
        if (selection.instead_of) json.Field("instead_of", selection.instead_of);
    });
}

void WritePassCounts(JsonWriter& json, const Config& config, const Pass& pass,
                     const PassCheck& check) {
    json.Field("cache_length_before", pass.cache_length_before);
    json.Field("cache_length_after", pass.cache_length_after);
    json.Field("kv_positions_computed", check.cached_positions);
    json.Field("kv_positions_computed_total", check.cached_total);
    if (!check.is_checked) {
        json.Break().Field("recompute", nullptr);
        return WriteCounts(json.Break(), "counts", config, pass.counts);
    }
    json.Break().Object("recompute", [&] {
        json.Field("kv_positions_computed", check.recomputed_positions);
        json.Field("kv_positions_computed_total", check.recomputed_total);
        json.Field("max_abs_difference", check.max_abs_difference);
        json.Object("max_abs_difference_of", [&] {
            for (int i = 0; i < kCheckedPartCount; ++i) {
                json.Field(KeyOf(static_cast<CheckedPart>(i)),
                           check.differences[static_cast<size_t>(i)]);
            }
        });
        WriteCounts(json, "counts", config, check.recomputed_counts);
    });
    WriteCounts(json.Break(), "counts", config, pass.counts);
}

void WritePass(JsonWriter& json, const TracedRun& traced, const CheckedPass& checked) {
    const Recording& recording = traced.recording();
    const Pass& pass = *checked.pass;
    json.Break().Object([&] {
        json.Field("pass", pass.index);
        json.Field("kind", pass.kind == PassKind::Prefill ? "prefill" : "decode");
        json.Array("positions", [&] {
            for (int position = pass.first_position; position <= pass.last_position(); ++position) {
                json.Value(position);
            }
        });
        json.Field("tokens", pass.tokens);
        json.Break();
        WritePassCounts(json, recording.config(), pass, checked.check);
        if (traced.is_full) WriteIntermediates(json, recording, pass);
        json.Break().Field("logits", recording.Row(TensorId::Logits, 0, 0, pass.last_position()));
        WriteCandidates(json, recording, pass);
        WriteLimits(json, recording, pass);
        WriteSelected(json, recording, pass);
    });
}

// --- The frame around the passes ----------------------------------------------------------------

void WriteModel(JsonWriter& json, const Model& model) {
    const Config& config = model.config;
    json.Break().Object("model", [&] {
        json.BytesField("name", model.name);
        json.Field("vocabulary_size", config.vocabulary_size);
        json.Field("d_model", config.d_model);
        json.Field("layers", config.layers);
        json.Field("query_heads", config.query_heads);
        json.Field("kv_heads", config.kv_heads);
        json.Field("head_dim", config.head_dim);
        json.Field("precision", model.precision() == Precision::Float64 ? "float64" : "float32");
        json.BytesField("note", model.note);
    });
}

void WritePrompt(JsonWriter& json, const Recording& recording) {
    json.Break().Object("prompt", [&] {
        json.BytesField("text", recording.recipe().prompt);
        json.Array("tokens", [&] {
            for (const TokenId id : recording.prompt()) {
                json.Object([&] { WriteToken(json, recording, id); });
            }
        });
    });
}

void WriteRule(JsonWriter& json, const SelectionRule& rule) {
    json.Break().Object("selection", [&] {
        json.Field("rule", NameOf(rule.kind));
        if (rule.kind == RuleKind::Greedy) return;
        for (const RuleField& field : RuleFields()) {
            WithNumber(field, rule,
                       [&](auto number, const auto&) { json.Field(field.key, number); });
        }
    });
}

// Only where a prefill worker's own pass is not known: a whole trace says nothing of where it was
// run.
void WriteDisaggregation(JsonWriter& json, const DisaggregationNote& note) {
    json.Break().Object("handover", [&] {
        json.Field("protocol",
                   note.protocol == TransferProtocol::FirstToken ? "first-token" : "last-position");
        json.Field("positions_received", note.positions_received);
        json.Field("positions_recomputed", note.positions_recomputed);
    });
}

void WriteWaiting(JsonWriter& json, const Recording& recording, Playhead playhead) {
    const std::optional<SequenceToken> waiting = WaitingAt(recording, playhead);
    json.Key("waiting");
    if (!waiting) return json.Value(nullptr);
    json.Object([&] {
        json.Field("position", waiting->position);
        WriteToken(json, recording, waiting->id);
    });
}

void WriteSequence(JsonWriter& json, const Recording& recording) {
    const Playhead end = Last(recording);
    const Tokenizer& tokenizer = recording.model().tokenizer;
    json.Break().Object("sequence", [&] {
        json.Field("ids", recording.ids());
        json.Field("cached", CacheLengthAt(recording, end));
        WriteWaiting(json, recording, end);
        json.BytesField("text",
                        Detokenize(tokenizer, recording.config().begin_token, recording.ids()));
    });
}

void WriteStop(JsonWriter& json, const Recording& recording) {
    json.Break().Field("ended", KeyOf(recording.finish_reason()));
    json.Object("stop", [&] {
        json.Field("reason", KeyOf(recording.finish_reason()));
        json.BytesField("text", Describe(recording.finish_reason(), recording.recipe()));
    });
}

}  // namespace

void WriteTraceAsJson(const TracedRun& traced, GrowingText& out) {
    const Recording& recording = traced.recording();
    JsonWriter json(out.end(), JsonLayout::AsTold, [&out] { out.Pass(); });
    json.Object([&] {
        json.Field("format", "decodescope-trace");
        json.Field("version", 1);
        WriteModel(json, recording.model());
        WritePrompt(json, recording);
        WriteRule(json, recording.recipe().rule);
        if (traced.disaggregation) WriteDisaggregation(json, *traced.disaggregation);
        json.Break().Array("passes", [&] {
            while (const std::optional<CheckedPass> next = traced.Next()) {
                WritePass(json, traced, *next);
            }
        });
        WriteSequence(json, recording);
        WriteStop(json, recording);
    });
    out.end() += '\n';
}

}  // namespace decodescope
