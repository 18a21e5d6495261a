#include "app/cli/report/cost_text.h"

#include <algorithm>
#include <cmath>

#include "app/cli/report/columns.h"
#include "core/base/number.h"
#include "core/cost/cost.h"
#include "core/model/token_display.h"

namespace decodescope {
namespace {

constexpr size_t kNameWidth = 9, kColumn = 13, kTerm = 16;

// With at least one space between two columns.
std::string Right(const std::string& text, size_t width) { return " " + PadLeft(text, width - 1); }
std::string Left(const std::string& text, size_t width) { return PadRight(text, width - 1) + " "; }

// --- Counted -------------------------------------------------------------------------------------

std::vector<Stage> StagesThatMultiply(const Counts& counts) {
    std::vector<Stage> stages;
    for (int i = 0; i < kStageCount; ++i) {
        if (counts.multiply_adds[static_cast<size_t>(i)] > 0)
            stages.push_back(static_cast<Stage>(i));
    }
    return stages;
}

// A shorter name where a stage's own does not fit the column.
std::string Heading(Stage stage) {
    return stage == Stage::OutputProjection ? "output proj." : std::string(InfoOf(stage).name);
}

std::string ProductsLine(const std::string& name, const std::vector<Stage>& stages,
                         const Counts& counts) {
    std::string line = Left(name, kNameWidth);
    for (const Stage stage : stages) {
        line += Right(std::to_string(counts.multiply_adds[static_cast<size_t>(stage)]), kColumn);
    }
    return line + Right(std::to_string(counts.MultiplyAdds()), kColumn) + "\n";
}

std::string BytesLine(const Config& config, const std::string& name, const Counts& counts) {
    return Left(name, kNameWidth) + Right(std::to_string(counts.KvPositions(config)), kColumn) +
           Right(std::to_string(counts.weight_bytes_read), kColumn) +
           Right(std::to_string(counts.cache_bytes_read), kColumn) +
           Right(std::to_string(counts.cache_bytes_written), kColumn) + "\n";
}

// One line per pass, then the sums with and without the cache.
template <class LineOf>
std::string Lines(const CountedRun& run, LineOf line_of) {
    std::string text;
    for (const PassPtr& pass : run.recording.passes()) {
        text += line_of(pass->index == 0 ? "prefill" : "pass " + std::to_string(pass->index),
                        pass->counts);
    }
    return text + line_of("all", run.with_cache) + line_of("no cache", run.without_cache) + "\n";
}

std::string CountedText(const CountedRun& run) {
    const Recording& recording = run.recording;
    const Config& config = recording.config();
    const std::vector<Stage> stages = StagesThatMultiply(run.without_cache);
    std::string heading = Left("", kNameWidth);
    for (const Stage stage : stages) heading += Right(Heading(stage), kColumn);
    return PrintableUtf8(recording.model().name) + ", prompt of " +
           CountText(recording.prompt_length(), "token") + ", " +
           std::to_string(recording.pass_count()) +
           (recording.pass_count() == 1 ? " pass" : " passes") + ".\n\n" +
           "COUNTED by the engine, with numbers of " +
           std::to_string(BytesPerNumber(recording.model())) +
           " bytes. \"no cache\": every pass run again over the whole prefix.\n\nMultiply-adds by "
           "stage\n" +
           heading + Right("all", kColumn) + "\n" +
           Lines(run, [&](const std::string& name,
                          const Counts& counts) { return ProductsLine(name, stages, counts); }) +
           "Positions whose K and V are computed, and a lower bound on the bytes from memory\n" +
           Left("", kNameWidth) + Right("positions", kColumn) + Right("weights read", kColumn) +
           Right("K V read", kColumn) + Right("K V written", kColumn) + "\n" +
           Lines(run, [&](const std::string& name,
                          const Counts& counts) { return BytesLine(config, name, counts); }) +
           (run.formulas_agree ? "The closed formulas give the same numbers.\n"
                               : "The closed formulas do not give these numbers.\n");
}

// --- Modelled ------------------------------------------------------------------------------------

// Three digits, in the unit's own size.
std::string Digits(double number) {
    const int decimals =
        number == 0 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(number))), 0, 6);
    return FormatFixed(number, decimals);
}

std::string Milliseconds(double seconds) { return Digits(seconds * 1e3) + " ms"; }
std::string Gigabytes(double bytes) { return Digits(bytes / 1e9) + " GB"; }

std::string Term(const std::string& name, const std::string& value) {
    return "  " + Left(name, kTerm) + value + "\n";
}

std::string TimeText(const std::string& title, const StepTime& time) {
    return title + "\n" + Term("weights", Milliseconds(time.weights)) +
           Term("cache", Milliseconds(time.cache)) +
           Term("arithmetic", Milliseconds(time.arithmetic)) +
           Term("together", Milliseconds(time.total()) +
                                ", max(weights + cache, arithmetic); bound by " +
                                std::string(NameOf(time.bottleneck())));
}

std::string ScenarioText(const ModelledRun& run) {
    const Scenario& s = run.scenario;
    const double rate = RateFor(s.hardware, s.weights);
    return "MODELLED, not measured: bytes over bandwidth and operations over rate, from data "
           "sheets.\n\n" +
           Term("hardware",
                std::string(s.hardware.name) + ": " + Digits(s.hardware.bandwidth / 1e9) +
                    " GB/s, " + Digits(rate / 1e12) + " TFLOP/s" +
                    (IsWidened(s.hardware, s.weights) ? " (16 bits, weights widened)" : "") + ", " +
                    Gigabytes(s.hardware.memory)) +
           Term("", "source: " + std::string(s.hardware.source)) +
           Term("shape", PrintableUtf8(run.shape_name) + ": " +
                             std::to_string(ParameterCount(s.shape)) + " parameters") +
           Term("formats", "weights " + std::string(InfoOf(s.weights).title) + "; cache " +
                               std::string(InfoOf(s.cache).title)) +
           Term("batch", FormatShortest(s.batch)) + Term("context", FormatShortest(s.context)) +
           "\n";
}

std::string CrossingsText(const Scenario& s) {
    const std::optional<double> compute_bound = BatchWhereArithmeticBinds(s);
    const std::optional<double> balanced = ContextWhereArithmeticMeetsMemory(s);
    const MemoryNeed memory = MemoryOf(s);
    return "Roofline, operations per byte\n" + Term("decode", Digits(DecodePoint(s).intensity)) +
           Term("prefill", Digits(PrefillPoint(s).intensity)) + Term("ridge", Digits(RidgeOf(s))) +
           "\nWhere the bottleneck of a decode step changes\n" +
           Term("batch", compute_bound ? "compute-bound beyond batch " + Digits(*compute_bound)
                                       : "compute-bound at no batch size") +
           Term("context", "the cache takes longer to read than the weights beyond context " +
                               Digits(ContextWhereCachePassesWeights(s))) +
           Term("", balanced
                        ? "memory and arithmetic take equally long at context " + Digits(*balanced)
                        : "memory and arithmetic take equally long at no context") +
           "\nMemory, GB = 10^9 bytes\n" + Term("weights", Gigabytes(memory.weights)) +
           Term("cache", Gigabytes(memory.cache) + ", " + Digits(memory.cache_per_token / 1e3) +
                             " kB per position") +
           Term("of", Gigabytes(s.hardware.memory) + "; the largest batch that fits is " +
                          std::to_string(memory.largest_batch)) +
           "\n";
}

std::string ShazeerText(const ModelledRun& run) {
    const ModelShape& shape = run.shape;
    const std::string title =
        "Shazeer 2019 (arXiv 1911.02150): memory over arithmetic of attention alone\n";
    const std::string refusal = ShazeerRefusal(shape, run.scenario.context);
    if (!refusal.empty()) return title + Term("not shown", refusal);
    const AttentionCase c{.n = run.scenario.context,
                          .d = static_cast<double>(shape.d_model),
                          .h = static_cast<double>(shape.query_heads),
                          .b = run.scenario.batch};
    const auto line = [&](const std::string& name, const std::string& formula, double term,
                          int kv_heads) {
        const double counted = AttentionReadsPerMultiplyAdd(
            shape, kv_heads, static_cast<std::int64_t>(c.n), static_cast<std::int64_t>(c.b));
        return Term(name, Left(formula, 22) + Right(Digits(term), 10) +
                              ", counted from the shape " + Right(Digits(counted), 10));
    };
    std::string text = title + line("MHA", "n/d + 1/b", ShazeerMultiHead(c), shape.query_heads);
    if (shape.kv_heads > 1 && shape.kv_heads < shape.query_heads) {
        text += line("GQA, " + std::to_string(shape.kv_heads) + " (derived)",
                     "1/d + g*n/(d*h) + 1/b", GroupedQueryTerm(c, shape.kv_heads), shape.kv_heads);
    }
    return text + line("MQA", "1/d + n/(d*h) + 1/b", ShazeerMultiQuery(c), 1) +
           "  The terms are Theta: right up to constant factors, for n <= d and heads of size "
           "d/h.\n";
}

std::string ModelledText(const ModelledRun& run) {
    const Scenario& s = run.scenario;
    const StepTime step = DecodeStepTime(s);
    return ScenarioText(run) + TimeText("A decode step of the batch", step) +
           Term("tokens", Digits(s.batch / step.total()) + " per second") + "\n" +
           TimeText("Prefill of all its prompts, " + FormatShortest(s.context) + " tokens each",
                    PrefillTime(s)) +
           "\n" + CrossingsText(s) + ShazeerText(run);
}

}  // namespace

std::string CostText(const CountedRun& run, const std::optional<ModelledRun>& modelled) {
    return CountedText(run) + (modelled ? "\n" + ModelledText(*modelled) : "");
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
    text += "\nShapes (--shape): parameters; layers, width, query heads, KV heads\n";
    for (const KnownShape& row : KnownShapes()) {
        text += "  " + Left(std::string(row.name), kName) +
                Right(std::to_string(ParameterCount(CostShapeOf(row.shape))), 14);
        for (const int size :
             {row.shape.layers, row.shape.d_model, row.shape.query_heads, row.shape.kv_heads}) {
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
