// What holds in every correct run of a decoder: the table of invariants.
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
    RequestAlone,
    Count,
};

constexpr size_t kInvariantCount = static_cast<size_t>(Invariant::Count);

struct InvariantInfo {
    Invariant invariant;
    std::string_view name;      // in files and hotspots
    std::string_view title;     // a few words
    std::string_view sentence;  // what holds
    std::string_view counted;   // what a violation has too much or too little of; empty: it differs
};

const InvariantInfo& InfoOf(Invariant invariant);

}  // namespace decodescope
