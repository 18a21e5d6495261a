// Modelled quantities as text: three digits, as many as such a number is good for, and a unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/look/format.h"
#include "core/cost/cost_model.h"

namespace decodescope {

// "4.11 ms", "13.5 GB", "990 TFLOP/s": with an SI prefix (k = 10³, M, G, T, P; m, µ, n), so that
// one to three digits are before the point.
std::string FormatQuantity(double number, std::string_view unit, const NumberFormat& format);

// The same without a unit: "0.99", "295"; from 10 000 on grouped digits, "25 200"; beyond 10⁹ as
// "1.2e+11".
std::string FormatThreeDigits(double number, const NumberFormat& format);

// What limits a decode step, and where that changes, as sentences.
std::string BottleneckSentence(const StepTime& step);
std::string BatchSentence(const Scenario& scenario, const NumberFormat& format);
std::string ContextSentence(const Scenario& scenario, const NumberFormat& format);
std::string ArithmeticContextSentence(const Scenario& scenario,
                                      const NumberFormat& format);  // or empty
std::string MemorySentence(const Scenario& scenario, const NumberFormat& format);

}  // namespace decodescope
