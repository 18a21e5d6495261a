// The verb `cost` as JSON: what is counted and what is modelled under keys of their own.
#pragma once

#include <optional>
#include <string>

#include "app/cli/report/cost_report.h"

namespace decodescope {

// `run`: none where a shape alone is modelled.
std::string CostJson(const std::optional<RunReport>& run,
                     const std::optional<ModelledRun>& modelled);

}  // namespace decodescope
