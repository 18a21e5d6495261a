// The verb `cost` as text, and its tables.
#pragma once

#include <optional>
#include <string>

#include "app/cli/report/cost_report.h"

namespace decodescope {

// `run`: none where a shape alone is modelled.
std::string CostText(const std::optional<RunReport>& run,
                     const std::optional<ModelledRun>& modelled);

// The tables of hardware, shapes and number formats.
std::string CostTables();

}  // namespace decodescope
