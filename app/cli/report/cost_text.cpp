#include "app/cli/report/cost_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "app/cli/report/columns.h"
#include "core/base/number.h"
#include "core/base/units.h"
#include "core/cost/cost.h"
#include "core/cost/modelled_table.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

constexpr size_t kNameWidth = 9, kColumn = 14, kTerm = 26, kNumber = 16;

// With at least one space between two columns.
std::string Right(const std::string& text, size_t width) { return " " + PadLeft(text, width - 1); }
std::string Left(const std::string& text, size_t width) { return PadRight(text, width - 1) + " "; }

// --- Counted -------------------------------------------------------------------------------------

// The label of a quantity in two lines, divided where the longer one is shortest.
std::array<std::string_view, 2> InTwoLines(std::string_view label) {
    std::array<std::string_view, 2> lines{"", label};
    for (size_t i = label.find(' '); i < label.size(); i = label.find(' ', i + 1)) {
        const size_t longest = std::max(lines[0].size(), lines[1].size());
        if (std::max(i, label.size() - i - 1) < longest) {
            lines = {label.substr(0, i), label.substr(i + 1)};
        }
    }
    return lines;
}

// The rows of the table that are wanted, each as a column with a line per pass or sum of passes.
template <class IsWanted>
std::string Columns(const CostTable& table, IsWanted is_wanted) {
    std::string text;
    for (const size_t line : {0, 1}) {
        std::string heading = Left("", kNameWidth);
        for (const CostRow& row : table.rows) {
            if (!is_wanted(row)) continue;
            heading += Right(std::string(InTwoLines(row.label)[line]), kColumn);
        }
        text += heading.substr(0, heading.find_last_not_of(' ') + 1) + "\n";
    }
    for (size_t i = 0; i < table.columns.size(); ++i) {
        text += Left(table.columns[i].label, kNameWidth);
        for (const CostRow& row : table.rows) {
            if (is_wanted(row)) text += Right(std::to_string(row.numbers[i]), kColumn);
        }
        text += "\n";
    }
    return text + "\n";
}

// One column per pass, then the sums with and without the cache.
CostTable TableOf(const RunReport& run) {
    std::vector<CostColumn> columns;
    for (const PassPtr& pass : run.recording.passes()) {
        const bool is_prefill = pass->index == 0;
        columns.push_back(
            {is_prefill ? "prefill" : "pass " + std::to_string(pass->index), "", pass->counts});
    }
    columns.push_back({"all", "with the cache", run.counted.with_cache});
    columns.push_back({"no cache", run.counted.is_recomputed ? "recomputed" : "by formula",
                       run.counted.without_cache});
    return BuildCostTable(run.recording.config(), std::move(columns));
}

std::string CountedText(const RunReport& run) {
    const Recording& recording = run.recording;
    const CostTable table = TableOf(run);
    const auto is_arithmetic = [](const CostRow& row) {
        return row.unit == CostUnit::MultiplyAdds;
    };
    return PrintableUtf8(recording.model().name) + ", prompt of " +
           CountText(recording.prompt_length(), "token") + ", " +
           std::to_string(recording.pass_count()) +
           (recording.pass_count() == 1 ? " pass" : " passes") + ".\n\n" +
           "COUNTED by the engine, with numbers of " +
           std::to_string(BytesPerNumber(recording.model())) +
           " bytes. \"no cache\": every pass run again over the whole prefix" +
           (run.counted.is_recomputed ? std::string()
                                      : ", by the formulas, because that would take long; only the "
                                        "last one was counted") +
           ".\n\nMultiply-adds by stage\n" + Columns(table, is_arithmetic) +
           "Positions whose K and V are computed, and a lower bound on the bytes from memory\n" +
           Columns(table, std::not_fn(is_arithmetic)) +
           (run.counted.formulas_agree ? "The closed formulas give the same numbers.\n"
                                       : "The closed formulas do not give these numbers.\n");
}

// --- Modelled ------------------------------------------------------------------------------------

std::string Term(const std::string& name, const std::string& value) {
    return "  " + Left(name, kTerm) + value + "\n";
}

// A number, and how it comes about.
std::string RowText(const ModelledRow& row) {
    return Term(std::string(row.label), Left(row.text, kNumber) + "= " + row.filled_in);
}

// What is to be said beside a time, in brackets.
std::string InBrackets(const std::string& words) { return words.empty() ? "" : " (" + words + ")"; }

std::string TimeText(const std::string& title, const StepRows& rows, StepTerm last,
                     const std::string& reservation) {
    std::string text = title + InBrackets(reservation) + "\n";
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        text += RowText(At(rows, static_cast<StepTerm>(i)));
    }
    return text;
}

std::string ScenarioText(const ModelledRun& run) {
    const Scenario& s = run.scenario;
    const int own = s.shape.config.context_length;
    return "MODELLED, not measured: bytes over bandwidth and operations over rate, from data "
           "sheets.\nA lower bound: max(weights, matrix products) + max(cache, scores and weighted "
           "sums).\n\n" +
           Term("hardware", std::string(s.hardware.name) + ": " +
                                FormatQuantity(s.hardware.bandwidth, "B/s") + ", " + RateText(s) +
                                ", " + FormatQuantity(s.hardware.memory, "B")) +
           Term("", "source: " + std::string(s.hardware.source)) +
           Term("shape", PrintableUtf8(run.shape_name) + ": " +
                             std::to_string(ParameterCount(s.shape)) + " parameters" +
                             (own > 0 ? ", context of " + std::to_string(own) : "")) +
           Term("formats", "weights " + std::string(InfoOf(s.weights).title) + "; cache " +
                               std::string(InfoOf(s.cache).title)) +
           Term("batch b", FormatShortest(s.batch)) + Term("context n", FormatShortest(s.context)) +
           "\n";
}

std::string RooflineText(const Scenario& s) {
    const auto line = [&](const std::string& name, const StepTime& step) {
        return Term(name, Left(IntensityRow(s, step).text, kNumber) + "linear layers " +
                              IntensityRow(s, step.linear).text + ", attention " +
                              IntensityRow(s, step.attention).text);
    };
    return "Roofline, operations per byte\n" + line("decode", DecodeStepTime(s)) +
           line("prefill", PrefillTime(s)) + RowText(RidgeRow(s)) + "\n";
}

std::string CrossingsText(const Scenario& s) {
    return "What a decode step waits for\n  " +
           std::string(SentenceOf(DecodeStepTime(s).bottleneck())) + "\n  " + BatchSentence(s) +
           "\n  " + AttentionSentence(s) + "\n  " + ContextSentence(s) + "\n\n";
}

std::string MemoryText(const Scenario& s) {
    std::string text = "Memory, GB = 10^9 bytes\n";
    for (const ModelledRow& row : MemoryRowsOf(s)) text += RowText(row);
    return text + "  " + MemorySentence(s) + "\n\n";
}

std::string ShazeerText(const ModelledRun& run) {
    const std::string title =
        "Shazeer 2019 (arXiv 1911.02150): memory over arithmetic of attention alone\n";
    const std::string refusal = ShazeerRefusal(run.shape, run.scenario.context);
    if (!refusal.empty()) return title + Term("not shown", refusal);
    const AttentionCase c = AttentionCaseOf(run);
    std::string text = title;
    for (const AttentionKind& kind : AttentionKindsOf(run.shape)) {
        const double counted =
            AttentionReadsPerMultiplyAdd(run.shape, kind.kv_heads, static_cast<std::int64_t>(c.n),
                                         static_cast<std::int64_t>(c.b));
        const std::string name = std::string(kind.name) + ", " +
                                 CountText(kind.kv_heads, "KV head") +
                                 (kind.is_derived ? " (derived)" : "");
        text += Term(name, Left(std::string(kind.formula), 22) +
                               Right(FormatThreeDigits(kind.TermOf(c)), 10) +
                               ", counted from the shape " + Right(FormatThreeDigits(counted), 10));
    }
    return text +
           "  The terms are Θ: right up to constant factors, for n ≤ d and heads of size d/h.\n";
}

std::string ModelledText(const ModelledRun& run) {
    const Scenario& s = run.scenario;
    const std::string reservation = Reservation(s);
    return ScenarioText(run) +
           TimeText("A decode step of the batch", DecodeRows(s), StepTerm::Tokens, reservation) +
           "\n" +
           TimeText("Prefill of all its prompts, " + FormatShortest(s.context) + " tokens each",
                    PrefillRows(s), StepTerm::Step, reservation) +
           "\n" + CrossingsText(s) + RooflineText(s) + MemoryText(s) + ShazeerText(run);
}

}  // namespace

std::string CostText(const std::optional<RunReport>& run,
                     const std::optional<ModelledRun>& modelled) {
    const std::string counted = run ? CountedText(*run) : "";
    if (!modelled) return counted;
    return counted + (run ? "\n" : "") + ModelledText(*modelled);
}

std::string CostTables() {
    constexpr size_t kName = 18;
    std::string text =
        "Hardware (--hardware): GB/s, TFLOP/s in float32, 16 bits, fp8, int8 (0: none of its own), "
        "GB\n";
    for (const Hardware& row : KnownHardware()) {
        text += "  " + Left(std::string(row.name), kName);
        for (const double number :
             {row.bandwidth / 1e9, row.rate_float32 / 1e12, row.rate_float16 / 1e12,
              row.rate_float8 / 1e12, row.rate_int8 / 1e12, row.memory / 1e9}) {
            text += Right(FormatShortest(std::round(number * 1e4) / 1e4), 9);
        }
        text += "  " + std::string(row.source) + "\n";
    }
    text += "\nShapes (--shape): parameters; layers, width, query heads, KV heads, context\n";
    for (const KnownShape& row : KnownShapes()) {
        text += "  " + Left(std::string(row.name), kName) +
                Right(std::to_string(ParameterCount(CostShapeOf(row.shape))), 14);
        for (const int size : {row.shape.layers, row.shape.d_model, row.shape.query_heads,
                               row.shape.kv_heads, row.shape.context_length}) {
            text += Right(std::to_string(size), 7);
        }
        text += "  " + std::string(row.source) + "\n";
    }
    text += "\nFormats (--weights-format, --cache-format)\n";
    for (const StorageFormatInfo& row : StorageFormats()) {
        text += "  " + Left(std::string(row.name), kName) + std::string(row.title) + "\n";
    }
    return text;
}

}  // namespace decodescope
