// What the verb `cost` says, before it is written as text or as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cost/cost_model.h"
#include "core/cost/counted_table.h"
#include "core/cost/shazeer.h"
#include "core/run/check.h"
#include "core/run/recording.h"

namespace decodescope {

// A run with all that was counted of it.
struct RunReport {
    const Recording& recording;
    const std::vector<PassCheck>& checks;
    CountedRun counted;
};

constexpr std::int64_t kMostBatch = 1'000'000, kMostContext = 100'000'000;

// What was typed of the modelled part.
struct ModelledOptions {
    std::optional<std::string> hardware, shape, weights, cache;
    std::optional<std::int64_t> batch, context;

    // Whether a modelled part was asked for: of some hardware, or of some shape.
    bool is_wanted() const { return hardware || shape; }
};

// What is modelled, and for which names.
struct ModelledRun {
    Scenario scenario;
    ModelShape shape;  // the same in sizes, for what looks at attention alone
    std::string shape_name;
};

// What a shape is modelled on where no hardware was named.
constexpr std::string_view kDefaultHardware = "h100-sxm";

// The shape that was named, or that of `model`, which may then not be null. None where no modelled
// part is wanted. Throws Error where a name is in no table.
std::optional<ModelledRun> ModelledRunOf(const ModelledOptions& options, const Model* model);

// The case of Shazeer's terms.
AttentionCase AttentionCaseOf(const ModelledRun& run);

}  // namespace decodescope
