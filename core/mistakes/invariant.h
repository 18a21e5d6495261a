// What holds in every sound run of a decoder, and is looked for in a run that may not be sound.
#pragma once

#include <optional>
#include <string_view>

namespace decodescope {

enum class Invariant {
    CacheLength,
    ProcessedOnce,
    NotCachedBeforeItsPass,
    CachedRows,
    Positions,
    SeesItsPast,
    SeesNothingElse,
    WeightsSum,
    Scores,
    Hidden,
    Logits,
    Nucleus,
    RowAlone,
    Count,
};

constexpr size_t kInvariantCount = static_cast<size_t>(Invariant::Count);

struct InvariantInfo {
    Invariant invariant;
    std::string_view name;      // in files and hotspots
    std::string_view title;     // a few words
    std::string_view sentence;  // what holds
    std::string_view
        counted;  // what a breach has too many or too few of; empty: numbers that differ
};

const InvariantInfo& InfoOf(Invariant invariant);

}  // namespace decodescope
