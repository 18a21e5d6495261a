#include "app/views/cost/cost_words.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

struct Prefix {
    double factor;
    std::string_view sign;
};
constexpr Prefix kPrefixes[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"}, {1e3, "k"},
                                {1, ""},     {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};

// With as many decimals as make three digits.
std::string Fixed(double number, const NumberFormat& format) {
    NumberFormat fixed = format;
    const double size = std::abs(number);
    fixed.decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    if (size > 0 && size < 0.995) {
        fixed.decimals = std::min(9, 2 - static_cast<int>(std::floor(std::log10(size))));
    }
    return FormatNumber(number, fixed);
}

}  // namespace

std::string FormatQuantity(double number, std::string_view unit, const NumberFormat& format) {
    const Prefix* chosen = std::ranges::find_if(kPrefixes, [&](const Prefix& prefix) {
        return std::abs(number) >= prefix.factor * 0.9995;
    });
    if (chosen == std::end(kPrefixes))
        chosen = number == 0 ? &kPrefixes[5] : std::end(kPrefixes) - 1;
    return Fixed(number / chosen->factor, format) + " " + std::string(chosen->sign) +
           std::string(unit);
}

std::string FormatThreeDigits(double number, const NumberFormat& format) {
    if (!std::isfinite(number) || std::abs(number) >= 1e9) {
        NumberFormat one = format;
        one.decimals = 1;
        return FormatNumber(number, one);
    }
    if (std::abs(number) < 999.5) return Fixed(number, format);
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(number))) - 2);
    return FormatCount(std::llround(std::round(number / unit) * unit));
}

std::string BottleneckSentence(const StepTime& step) {
    switch (step.bottleneck()) {
        case Bottleneck::Weights:
            return "Memory-bound, mostly by the weights (memory and compute overlap).";
        case Bottleneck::Cache:
            return "Memory-bound, mostly by the cache (memory and compute overlap).";
        case Bottleneck::Arithmetic: break;
    }
    return "Compute-bound: arithmetic takes longer than memory (they overlap).";
}

std::string BatchSentence(const Scenario& scenario, const NumberFormat& format) {
    const std::optional<double> batch = BatchWhereArithmeticBinds(scenario);
    if (!batch) {
        return "At this context no batch size is compute-bound: each sequence's cache takes longer "
               "to "
               "read than to compute with.";
    }
    return "At this context the step is compute-bound from a batch of " +
           FormatThreeDigits(*batch, format) + " on.";
}

std::string ContextSentence(const Scenario& scenario, const NumberFormat& format) {
    return "At this batch the cache takes as long to read as the weights at a context of " +
           FormatThreeDigits(ContextWhereCachePassesWeights(scenario), format) + ".";
}

std::string ArithmeticContextSentence(const Scenario& scenario, const NumberFormat& format) {
    const std::optional<double> context = ContextWhereArithmeticMeetsMemory(scenario);
    if (!context || *context < 1) return {};
    return "At this batch memory takes as long as arithmetic at a context of " +
           FormatThreeDigits(*context, format) + ".";
}

std::string MemorySentence(const Scenario& scenario, const NumberFormat& format) {
    const MemoryNeed memory = MemoryOf(scenario);
    const std::string sum = "Weights " + FormatQuantity(memory.weights, "B", format) + " + cache " +
                            FormatQuantity(memory.cache, "B", format) + ", of " +
                            FormatQuantity(scenario.hardware.memory, "B", format) + ": ";
    if (memory.largest_batch == 0) return sum + "not even one sequence fits.";
    return sum + "a batch of " +
           FormatThreeDigits(static_cast<double>(memory.largest_batch), format) + " fits.";
}

}  // namespace decodescope
