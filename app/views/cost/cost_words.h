// What is modelled, in sentences.
#pragma once

#include <string>

#include "core/cost/cost_model.h"

namespace decodescope {

// What limits a decode step, and where that changes, as sentences. `point` is a point or a comma.
std::string BottleneckSentence(const StepTime& step);
std::string BatchSentence(const Scenario& scenario, char point);
std::string ContextSentence(const Scenario& scenario, char point);
std::string ArithmeticContextSentence(const Scenario& scenario,
                                      char point);  // or empty
std::string MemorySentence(const Scenario& scenario, char point);

}  // namespace decodescope
