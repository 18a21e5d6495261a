#include "app/views/cost/cost_words.h"

#include <optional>

#include "core/base/units.h"

namespace decodescope {

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

std::string BatchSentence(const Scenario& scenario, char point) {
    const std::optional<double> batch = BatchWhereArithmeticBinds(scenario);
    if (!batch) {
        return "At this context no batch size is compute-bound: each sequence's cache takes longer "
               "to "
               "read than to compute with.";
    }
    return "At this context the step is compute-bound from a batch of " +
           FormatThreeDigits(*batch, point) + " on.";
}

std::string ContextSentence(const Scenario& scenario, char point) {
    return "At this batch the cache takes as long to read as the weights at a context of " +
           FormatThreeDigits(ContextWhereCachePassesWeights(scenario), point) + ".";
}

std::string ArithmeticContextSentence(const Scenario& scenario, char point) {
    const std::optional<double> context = ContextWhereArithmeticMeetsMemory(scenario);
    if (!context || *context < 1) return {};
    return "At this batch memory takes as long as arithmetic at a context of " +
           FormatThreeDigits(*context, point) + ".";
}

std::string MemorySentence(const Scenario& scenario, char point) {
    const MemoryNeed memory = MemoryOf(scenario);
    const std::string sum = "Weights " + FormatQuantity(memory.weights, "B", point) + " + cache " +
                            FormatQuantity(memory.cache, "B", point) + ", of " +
                            FormatQuantity(scenario.hardware.memory, "B", point) + ": ";
    if (memory.largest_batch == 0) return sum + "not even one sequence fits.";
    return sum + "a batch of " +
           FormatThreeDigits(static_cast<double>(memory.largest_batch), point) + " fits.";
}

}  // namespace decodescope
