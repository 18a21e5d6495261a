#include "core/cost/modelled_table.h"

#include <algorithm>

#include "core/base/number.h"
#include "core/base/units.h"

namespace decodescope {
namespace {

// Numbers as the formulas are filled in with them.
struct Filler {
    const Scenario& s;
    char point;

    std::string Seconds(double number) const { return FormatSeconds(number, point); }
    std::string Bytes(double number) const { return FormatQuantity(number, "B", point); }
    std::string Many(double number) const { return FormatQuantity(number, "", point); }
    std::string Batch() const { return Whole(s.batch); }
    std::string Context() const { return Whole(s.context); }
    std::string Bandwidth() const { return FormatQuantity(s.hardware.bandwidth, "B/s", point); }
    std::string Rate() const {
        return FormatQuantity(RateFor(s.hardware, s.weights), "FLOP/s", point);
    }
    std::string Memory() const { return Bytes(s.hardware.memory); }

    static std::string Whole(double number) {
        return FormatCount(static_cast<std::int64_t>(number));
    }
    std::string MaxOf(double a, double b) const {
        return "max(" + Seconds(a) + ", " + Seconds(b) + ")";
    }
};

// A number as a letter of the formulas, and filled in.
struct Named {
    std::string letters;
    std::string filled_in;
    double number = 0;
};

// `pairs`: of each sequence; `tokens`: of the whole batch.
StepRows RowsOf(const Scenario& s, const StepTime& time, const Named& pairs, const Named& tokens,
                char point) {
    const Filler f{s, point};
    const double rate = RateFor(s.hardware, s.weights);
    const double products = time.linear.arithmetic * rate / 2 / s.batch;  // of a sequence
    const double per_pair = static_cast<double>(CostOf(s.shape, {.pairs = 1}).MultiplyAdds());
    const std::string cache_row = f.Bytes(MemoryOf(s).cache_per_token);
    const double linear = time.linear.total(), attention = time.attention.total();
    const auto row = [&](std::string_view key, std::string_view label, double seconds,
                         std::string formula, std::string filled_in) {
        return ModelledRow{
            key, label, seconds, f.Seconds(seconds), std::move(formula), std::move(filled_in)};
    };
    const double per_second = tokens.number / time.total();
    return {
        row("weights_seconds", "weights", time.linear.reading, "weights read / bandwidth",
            f.Bytes(time.linear.reading * s.hardware.bandwidth) + " / " + f.Bandwidth()),
        row("matrix_products_seconds", "matrix products", time.linear.arithmetic,
            "2 · b · F / rate", "2 · " + f.Batch() + " · " + f.Many(products) + " / " + f.Rate()),
        row("linear_layers_seconds", "linear layers", linear, "max(weights, matrix products)",
            f.MaxOf(time.linear.reading, time.linear.arithmetic)),
        row("cache_seconds", "cache", time.attention.reading, "b · n · k / bandwidth",
            f.Batch() + " · " + f.Context() + " · " + cache_row + " / " + f.Bandwidth()),
        row("attention_arithmetic_seconds", "scores and weighted sums", time.attention.arithmetic,
            "2 · b · " + pairs.letters + " · f / rate",
            "2 · " + f.Batch() + " · " + pairs.filled_in + " · " + f.Many(per_pair) + " / " +
                f.Rate()),
        row("attention_seconds", "attention", attention, "max(cache, scores and weighted sums)",
            f.MaxOf(time.attention.reading, time.attention.arithmetic)),
        row("seconds", "together", time.total(), "linear layers + attention",
            f.Seconds(linear) + " + " + f.Seconds(attention)),
        {"tokens_per_second", "tokens", per_second,
         FormatThreeDigits(per_second, point) + " tokens/s", tokens.letters + " / together",
         tokens.filled_in + " / " + f.Seconds(time.total())},
    };
}

struct BottleneckWords {
    Bottleneck bottleneck;
    std::string_view name;
    std::string_view sentence;
};

// In the order of the enum.
constexpr BottleneckWords kBottlenecks[] = {
    {Bottleneck::Weights, "weights", "Memory-bound, mostly by the weights."},
    {Bottleneck::MatrixProducts, "arithmetic", "Compute-bound, mostly by the matrix products."},
    {Bottleneck::Cache, "cache", "Memory-bound, mostly by the cache."},
    {Bottleneck::Attention, "arithmetic", "Compute-bound, mostly by attention."},
};

const BottleneckWords& WordsOf(Bottleneck bottleneck) {
    return kBottlenecks[static_cast<size_t>(bottleneck)];
}

ModelledRow IntensityOf(const Scenario& s, double intensity, double reading, double arithmetic,
                        char point) {
    const Filler f{s, point};
    return {
        .key = "operations_per_byte",
        .label = "intensity",
        .number = intensity,
        .text = FormatThreeDigits(intensity, point),
        .formula = "operations / bytes",
        .filled_in = FormatQuantity(arithmetic * RateFor(s.hardware, s.weights), "FLOP", point) +
                     " / " + f.Bytes(reading * s.hardware.bandwidth)};
}

}  // namespace

std::string ModelledRow::Explanation() const {
    return std::string(label) + " = " + formula + "\n= " + filled_in + " = " + text;
}

StepRows DecodeRows(const Scenario& s, char point) {
    return RowsOf(s, DecodeStepTime(s), {"n", Filler::Whole(s.context), s.context},
                  {"b", Filler::Whole(s.batch), s.batch}, point);
}

StepRows PrefillRows(const Scenario& s, char point) {
    const double n = s.context;
    const std::string whole = Filler::Whole(n);
    return RowsOf(s, PrefillTime(s),
                  {"n·(n + 1)/2", whole + "·" + Filler::Whole(n + 1) + "/2", n * (n + 1) / 2},
                  {"b · n", Filler::Whole(s.batch) + " · " + whole, s.batch * n}, point);
}

MemoryRows MemoryRowsOf(const Scenario& s, char point) {
    const Filler f{s, point};
    const MemoryNeed memory = MemoryOf(s);
    const Config& config = s.shape.config;
    const auto bytes_of = [&](StorageFormat format) {
        std::string text = FormatShortest(InfoOf(format).bytes);
        std::ranges::replace(text, '.', point);
        return text + " B";
    };
    const auto largest = static_cast<double>(memory.largest_batch);
    const std::string per_position = f.Bytes(memory.cache_per_token);
    return {{
        {"weight_bytes", "weights", memory.weights, f.Bytes(memory.weights),
         "parameters · bytes of each",
         f.Many(static_cast<double>(ParameterCount(s.shape))) + " · " + bytes_of(s.weights)},
        {"cache_bytes_per_token", "k, cache per position", memory.cache_per_token, per_position,
         "2 · layers · KV heads · head size · bytes of each",
         "2 · " + FormatCount(config.layers) + " · " + FormatCount(config.kv_heads) + " · " +
             FormatCount(config.head_dim) + " · " + bytes_of(s.cache)},
        {"cache_bytes", "cache", memory.cache, f.Bytes(memory.cache), "b · n · k",
         f.Batch() + " · " + f.Context() + " · " + per_position},
        {"largest_batch", "largest batch", largest, FormatCount(memory.largest_batch),
         "(memory − weights) / (n · k), rounded down",
         "(" + f.Memory() + " − " + f.Bytes(memory.weights) + ") / (" + f.Context() + " · " +
             per_position + ")"},
    }};
}

ModelledRow IntensityRow(const Scenario& s, const PartTime& part, char point) {
    return IntensityOf(s, PointOf(s, part).intensity, part.reading, part.arithmetic, point);
}

ModelledRow IntensityRow(const Scenario& s, const StepTime& step, char point) {
    return IntensityOf(s, PointOf(s, step).intensity, step.reading(), step.arithmetic(), point);
}

ModelledRow RidgeRow(const Scenario& s, char point) {
    const Filler f{s, point};
    return {.key = "ridge_operations_per_byte",
            .label = "ridge",
            .number = RidgeOf(s),
            .text = FormatThreeDigits(RidgeOf(s), point),
            .formula = "rate / bandwidth",
            .filled_in = f.Rate() + " / " + f.Bandwidth()};
}

std::string RateText(const Scenario& s, char point) {
    return Filler{s, point}.Rate() + (IsWidened(s.hardware, s.weights) ? " in 16 bits" : "");
}

std::string_view NameOf(Bottleneck bottleneck) { return WordsOf(bottleneck).name; }
std::string_view SentenceOf(Bottleneck bottleneck) { return WordsOf(bottleneck).sentence; }

std::string BatchSentence(const Scenario& s) {
    const std::optional<std::int64_t> batch = BatchWhereComputeBound(s);
    if (!batch) return "The linear layers are memory-bound at every batch size.";
    return "The linear layers are compute-bound from a batch of " + FormatCount(*batch) + " on.";
}

std::string AttentionSentence(const Scenario& s, char point) {
    const PartTime attention = DecodeStepTime(s).attention;
    return std::string("Attention is always ") +
           (attention.is_compute_bound() ? "compute-bound: " : "memory-bound: ") +
           IntensityRow(s, attention, point).text + " operations per byte.";
}

std::string ContextSentence(const Scenario& s) {
    const std::optional<std::int64_t> cache = ContextWhereCachePassesWeights(s);
    const std::optional<std::int64_t> attention = ContextWhereAttentionPassesLinear(s);
    const auto from = [](const std::optional<std::int64_t>& context) {
        return context ? "From a context of " + FormatCount(*context) + " on" : "At no context";
    };
    const std::string sentence = from(cache) + " the cache takes longer to read than the weights.";
    if (cache == attention) return sentence;
    return sentence + " " + from(attention) + " attention takes longer than the linear layers.";
}

std::string MemorySentence(const Scenario& s, char point) {
    const MemoryRows rows = MemoryRowsOf(s, point);
    const std::int64_t largest = MemoryOf(s).largest_batch;
    return "Weights " + At(rows, MemoryTerm::Weights).text + " + cache " +
           At(rows, MemoryTerm::Cache).text + ", of " + Filler{s, point}.Memory() + ": " +
           (largest == 0 ? "not even one sequence fits."
                         : "a batch of " + FormatCount(largest) + " fits.");
}

std::string Reservation(const Scenario& s, char point) {
    const Filler f{s, point};
    std::string text;
    if (!FitsMemory(s)) {
        text = "does not fit: " + f.Bytes(MemoryOf(s).total()) + " of " + f.Memory() + " memory";
    }
    if (s.is_beyond_context()) {
        text += (text.empty() ? "" : "; ") + std::string("beyond the model's context of ") +
                FormatCount(s.shape.config.context_length);
    }
    return text;
}

}  // namespace decodescope
