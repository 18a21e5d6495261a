// Numbers as text for the screen; quantities with a unit are in core/base/units.h. Files use
// core/base/number.h instead, whatever the settings.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace decodescope {

constexpr int kFewestDecimals = 0, kMostDecimals = 9;

struct NumberFormat {
    int decimals = 3;  // kFewestDecimals to kMostDecimals
    bool decimal_comma = false;

    friend bool operator==(const NumberFormat&, const NumberFormat&) = default;
};

// "0.330", "−1.000" (U+2212), "NaN", "∞", "−∞". Never shortened; too large for fixed decimals
// becomes "1.234e+08". `sign_slot` puts a space in place of a minus, so that columns in the
// monospaced font align on the point.
std::string FormatNumber(double number, const NumberFormat& format, bool sign_slot = false);

// As typed by a person: the shortest form, "1", "0.5", "−1".
std::string FormatInput(double number, const NumberFormat& format);

// All digits: what reads back to the same double.
std::string FormatExact(double number, const NumberFormat& format);

// The decimal point of quantities (units.h).
inline char PointOf(const NumberFormat& format) { return format.decimal_comma ? ',' : '.'; }

// What a person typed, a decimal comma as a point. Text with more than one, or with both, stays as
// it is, for it is no number.
std::string WithDecimalPoint(std::string_view text);

// What a person typed: all of it, by the reader of files and of the command line
// (core/base/number.h), with a point or a comma; and what the screen itself writes: U+2212 for a
// minus, "NaN", "∞". Throws Error (without a place) where it is no number.
double ParseTypedNumber(std::string_view text);

}  // namespace decodescope
