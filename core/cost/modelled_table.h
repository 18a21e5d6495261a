// What is modelled of a scenario, as rows: each number with its formula, and the formula filled in.
// The window, the text and the JSON of the command line are all made from them.
//
//   cache = b · n · k / bandwidth
//         = 32 · 1024 · 524 kB / 3.35 TB/s = 5.13 ms
//
// `point` is the decimal point of the text, a point or a comma.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/cost/cost_model.h"

namespace decodescope {

struct ModelledRow {
    std::string_view key;  // in JSON
    std::string_view label;
    double number = 0;
    std::string text;       // with its unit: "5.13 ms"
    std::string formula;    // "b · n · k / bandwidth"
    std::string filled_in;  // "32 · 1024 · 524 kB / 3.35 TB/s"

    // Both, "cache = … = … = 5.13 ms", in two lines.
    std::string Explanation() const;
};

// The terms of a step, in the order in which they add up.
enum class StepTerm {
    Weights,
    MatrixProducts,
    LinearLayers,
    Cache,
    AttentionArithmetic,
    Attention,
    Step,
    Tokens,
    Count,
};
using StepRows = std::array<ModelledRow, static_cast<size_t>(StepTerm::Count)>;

inline const ModelledRow& At(const StepRows& rows, StepTerm term) {
    return rows[static_cast<size_t>(term)];
}

StepRows DecodeRows(const Scenario& scenario, char point = '.');
StepRows PrefillRows(const Scenario& scenario, char point = '.');

enum class MemoryTerm { Weights, CachePerPosition, Cache, LargestBatch, Count };
using MemoryRows = std::array<ModelledRow, static_cast<size_t>(MemoryTerm::Count)>;

inline const ModelledRow& At(const MemoryRows& rows, MemoryTerm term) {
    return rows[static_cast<size_t>(term)];
}

MemoryRows MemoryRowsOf(const Scenario& scenario, char point = '.');

// The intensity of a point of the roofline; and that of the ridge.
ModelledRow IntensityRow(const Scenario& scenario, const PartTime& part, char point = '.');
ModelledRow IntensityRow(const Scenario& scenario, const StepTime& step, char point = '.');
ModelledRow RidgeRow(const Scenario& scenario, char point = '.');

// --- Sentences

// "bf16" as it is multiplied: "990 TFLOP/s", "121 TFLOP/s in 16 bits".
std::string RateText(const Scenario& scenario, char point = '.');

// What a step waits for.
std::string_view NameOf(Bottleneck bottleneck);  // in JSON: weights, cache, arithmetic
std::string_view SentenceOf(Bottleneck bottleneck);

// Where that changes: the batch, the context; and what is the same everywhere.
std::string BatchSentence(const Scenario& scenario);
std::string AttentionSentence(const Scenario& scenario, char point = '.');
std::string ContextSentence(const Scenario& scenario);

// Weights and cache beside the hardware's memory.
std::string MemorySentence(const Scenario& scenario, char point = '.');

// What is to be said wherever a time is shown: that the memory does not suffice, and that the
// context is longer than what the model was made for. Empty: nothing.
std::string Reservation(const Scenario& scenario, char point = '.');

}  // namespace decodescope
