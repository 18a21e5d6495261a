// What the verb cost says, gathered and then written: as text or as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/cost_options.h"
#include "core/cost/cost_model.h"
#include "core/cost/shazeer.h"
#include "core/run/check.h"
#include "core/run/recording.h"

namespace decodescope {

// A run with all that was counted of it.
struct CountedRun {
    const Recording& recording;
    const std::vector<PassCheck>& checks;
    Counts with_cache, without_cache;
    bool formulas_agree = false;
};

CountedRun CountRun(const Recording& recording, const std::vector<PassCheck>& checks);

// What is modelled, and for which names.
struct ModelledRun {
    Scenario scenario;
    ModelShape shape;  // the same in sizes, for what looks at attention alone
    std::string shape_name;
};

// None without a machine. Throws Error where a name is in no table.
std::optional<ModelledRun> ModelledRunOf(const CostOptions& options, const Model& model);

std::string CostText(const CountedRun& run, const std::optional<ModelledRun>& modelled);
std::string CostJson(const CountedRun& run, const std::optional<ModelledRun>& modelled);

// The tables of machines, shapes and formats.
std::string CostTables();

}  // namespace decodescope
