// Quantities with their unit, as a person reads them: "48.4 kB", "4.11 ms", "990 TFLOP/s",
// "32 000". Everything that shows one uses these; files have plain numbers (number.h).
//
// Prefixes are those of the SI: k = 10³ and so on, also of bytes, as data sheets have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope {

// A count: "512", "32 000" with narrow spaces.
std::string FormatCount(std::int64_t count);

// Three digits and a unit, with the prefix (n to P) that leaves one to three of them before the
// point: "4.11 ms", "13.5 GB". Infinity is "∞ s". `point` is a point or a comma.
std::string FormatQuantity(double number, std::string_view unit, char point = '.');

// Three digits without a unit: "0.988", "295"; from 10 000 on grouped, "25 200"; from 10⁹ on
// "1.2e+11".
std::string FormatThreeDigits(double number, char point = '.');

// Bytes, exactly as long as that is short: "1 byte", "3328 bytes"; from 10 000 on "48.4 kB".
std::string FormatBytes(std::int64_t bytes, char point = '.');

// All digits of a count and its unit, "67 108 864 B", "25 206"; from 10¹² on three, "1.37 TB".
std::string FormatWhole(std::int64_t count, std::string_view unit, char point = '.');

// "4.11 ms", "50.0 s"; from two minutes on in minutes, from two hours on in hours, from two days on
// in days, from two years on in years: "18.3 min", "2.78 days". Infinity is "∞ s".
std::string FormatSeconds(double seconds, char point = '.');

}  // namespace decodescope
