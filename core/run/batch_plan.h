// A batch as a person sets it up: several requests, or several samples of one prompt, and the slots
// that serve them. Part of the recipe; core/serve/batch.h makes a batch of it and runs it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/selection_rule.h"

namespace decodescope {

constexpr int kMostRequests = 64;
constexpr int kMostSlots = 64;
constexpr int kLatestArrival = 1000;

// What is served: requests with a prompt each, or several samples of one prompt.
enum class BatchKind { Prompts, Samples };

// In the order of BatchKind, as files write them.
inline std::span<const std::string_view> BatchKindNames() {
    static constexpr std::string_view kNames[] = {"prompts", "samples"};
    return kNames;
}

// A request, as it is filled in. Its selection rule is the recipe's.
struct BatchRequest {
    std::string prompt;
    int tokens = 8;
    int arrival_step = 0;

    friend bool operator==(const BatchRequest&, const BatchRequest&) = default;
};

// Both kinds are kept, so that a person can go back and forth between them.
struct BatchPlan {
    BatchKind kind = BatchKind::Prompts;
    std::vector<BatchRequest> requests;
    BatchRequest sample;  // without its arrival step: samples arrive at step 0
    int samples = 6;
    SelectionRule sample_rule{.kind = RuleKind::Sample};
    int slots = 4;
    bool shares_prompts = true;

    friend bool operator==(const BatchPlan&, const BatchPlan&) = default;
};

}  // namespace decodescope
