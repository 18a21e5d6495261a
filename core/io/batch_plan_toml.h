// The [batch] of a recipe's TOML text.
//
//   [batch]
//   kind = "prompts"           # or "samples"
//   slots = 3
//   shares_prompts = true
//   requests = [
//     { prompt = "A B", tokens = 4, arrives = 0 },
//   ]
//   samples = { count = 6, prompt = "A B", tokens = 8 }
//   [batch.selection]          # of the samples; the requests have the recipe's own
//   rule = "sample"
//   temperature = 0.8
#pragma once

#include <functional>
#include <string>

#include "core/run/batch_plan.h"
#include "core/toml/toml_reader.h"

namespace decodescope {

// Reads a [selection]; its name is what messages call it.
using ReadRuleTable = std::function<SelectionRule(const TomlValue& table, const std::string& name)>;

// Throws Error with file:line:column.
BatchPlan ReadBatchPlan(const TomlReader& read, const TomlValue& table,
                        const ReadRuleTable& read_rule);

// Without [batch.selection], whose lines follow.
std::string FormatBatchPlan(const BatchPlan& plan);

}  // namespace decodescope
