#include "app/cli/report/trace_csv.h"

#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

constexpr std::string_view kLineEnd = "\r\n";  // RFC 4180

// A field in quotes where it needs them. Bytes that no reader of CSV takes appear as <0xNN>.
std::string Field(const std::string& bytes) {
    const bool is_text = !FirstInvalidUtf8(bytes) && bytes.find('\0') == std::string::npos;
    const std::string text = is_text ? bytes : PrintableUtf8(bytes);
    if (!text.empty() && text.find_first_of(",\"\r\n ") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

void AppendRow(std::string& out, std::initializer_list<std::string> fields) {
    bool is_first = true;
    for (const std::string& field : fields) {
        if (!is_first) out += ',';
        out += field;
        is_first = false;
    }
    out += kLineEnd;
}

// --- One row per number -------------------------------------------------------------------------

void AppendNumbers(std::string& out, const Recording& recording, const Pass& pass, TensorId tensor,
                   int layer) {
    for (int position = pass.first_position; position <= pass.last_position(); ++position) {
        for (int head = 0; head < HeadCount(recording.config(), tensor); ++head) {
            if (!recording.Has({tensor, layer, head, position, 0})) continue;
            const std::string name = std::to_string(pass.index) + "," +
                                     std::string(InfoOf(tensor).name) + "," +
                                     std::to_string(layer) + "," + std::to_string(head) + "," +
                                     std::to_string(position) + ",";
            const Numbers row = recording.Row(tensor, layer, head, position);
            for (int column = 0; column < row.size(); ++column) {
                out += name + std::to_string(column) + "," + FormatShortest(row[column]);
                out += kLineEnd;
            }
        }
    }
}

void WriteNumbers(const TracedRun& traced, GrowingText& out) {
    const Recording& recording = traced.recording();
    AppendRow(out.end(), {"pass", "value", "layer", "head", "row", "column", "number"});
    while (const std::optional<CheckedPass> next = traced.Next()) {
        for (const StageStep& step : recording.steps()) {
            for (const TensorId tensor : TensorsOf(recording.config(), step.stage)) {
                AppendNumbers(out.end(), recording, *next->pass, tensor, step.layer);
                out.Pass();
            }
        }
    }
}

// --- One row per candidate ----------------------------------------------------------------------

std::string CountsOf(const Pass& pass, const PassCheck& check) {
    std::string text = std::to_string(pass.index);
    text += pass.kind == PassKind::Prefill ? ",prefill" : ",decode";
    for (const int count : {pass.cache_length_before, pass.cache_length_after,
                            check.cached_positions, check.cached_total}) {
        text += "," + std::to_string(count);
    }
    if (!check.is_checked) return text + ",,,";
    const std::string total = check.recomputed_total ? std::to_string(*check.recomputed_total) : "";
    return text + "," + std::to_string(check.recomputed_positions) + "," + total + "," +
           FormatShortest(check.max_abs_difference);
}

void WriteCandidates(const TracedRun& traced, GrowingText& out) {
    const Recording& recording = traced.recording();
    AppendRow(out.end(),
              {"pass", "kind", "cache_length_before", "cache_length_after", "kv_positions_computed",
               "kv_positions_computed_total", "recompute_kv_positions_computed",
               "recompute_kv_positions_computed_total", "max_abs_difference", "id", "text", "logit",
               "raw", "final", "kept", "selected", "dropped"});
    while (const std::optional<CheckedPass> next = traced.Next()) {
        const Pass& pass = *next->pass;
        const std::string counts = CountsOf(pass, next->check);
        for (const Candidate& candidate : CandidatesOf(recording, pass.index)) {
            const bool is_selected = pass.selection && pass.selection->id == candidate.id;
            const auto& pieces = recording.model().tokenizer.pieces;
            AppendRow(out.end(),
                      {counts, std::to_string(candidate.id),
                       Field(pieces[static_cast<size_t>(candidate.id)]),
                       FormatShortest(candidate.logit), FormatShortest(candidate.probability),
                       FormatShortest(candidate.probability_after_rule),
                       candidate.kept ? "true" : "false", is_selected ? "true" : "false",
                       candidate.kept ? "" : Field(Describe(candidate.dropped))});
            out.Pass();
        }
    }
}

}  // namespace

void WriteTraceAsCsv(const TracedRun& traced, GrowingText& out) {
    traced.is_full ? WriteNumbers(traced, out) : WriteCandidates(traced, out);
}

}  // namespace decodescope
