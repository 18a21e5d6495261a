// A knob on a logarithmic line, for numbers that span many powers of ten.
#pragma once

#include <optional>

#include "app/look/area.h"
#include "app/look/log_scale.h"
#include "app/look/theme.h"

namespace decodescope {

// Returns the number to which the knob was moved: whole and round (RoundCount), within the scale.
std::optional<double> LogSlider(const char* id, const Theme& theme, Area area, double number,
                                const LogScale& scale);

}  // namespace decodescope
