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

    // Whether something of the modelled part was asked for without hardware to model.
    bool lacks_hardware() const {
        return !hardware && (shape || weights || cache || batch || context);
    }
};

// What is modelled, and for which names.
struct ModelledRun {
    Scenario scenario;
    ModelShape shape;  // the same in sizes, for what looks at attention alone
    std::string shape_name;
};

// None without hardware. Throws Error where a name is in no table.
std::optional<ModelledRun> ModelledRunOf(const ModelledOptions& options, const Model& model);

}  // namespace decodescope
