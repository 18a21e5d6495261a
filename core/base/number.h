// Numbers as text and back, the same under every locale: a decimal point always, never a comma.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/numbers.h"

namespace decodescope {

// The shortest decimal that reads back to the same double: "0.1", "-0", "1e-5", "NaN", "Infinity",
// "-Infinity". Apart from the last three it is a number in JSON and in C++.
std::string FormatShortest(double number);

// A number as it is read: "0.330", "-1.000"; "1.234e+08" where it is too large for fixed decimals,
// and the same three words. What rounds to zero has no sign.
std::string FormatFixed(double number, int decimals);

// "1 token", "3 tokens".
std::string CountText(std::int64_t count, std::string_view noun);

// --- From text. Window, command line and files read numbers with these functions alone: all of the
// text must be the number. What they throw is an Error without a place.

// A number as a person writes it: "0.33", "-2", "1e-5", "3/4", "1/sqrt(2)", "nan", "-inf", whatever
// expression.h reads. Throws where it is none, saying that a point is wanted where a decimal comma
// was written, and where it is too large or too close to 0 for a double.
double ParseNumber(std::string_view text);

// The same from `least` to `most`; NaN is in no range.
double ParseNumberIn(std::string_view text, double least, double most);

// The text as a whole number: all of it, in decimal digits, with a minus at most in front; else
// nothing. Nothing, too, where the type cannot hold it.
template <std::integral Integer>
std::optional<Integer> ParseWhole(std::string_view text) {
    Integer number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// Throws where a precision has no such number: a finite one other than 0 would become infinite or
// 0.
void RequireFits(double number, Precision precision);

// What is wrong with a text that is not a whole number of a range, such as "from 1 to 4096".
Error NotWholeIn(std::string_view text, const std::string& range);

// A whole number from `least` to `most`, exact to the last digit. Throws where the text is none.
template <std::integral Integer>
Integer ParseWholeIn(std::string_view text, Integer least, Integer most) {
    const std::optional<Integer> number = ParseWhole<Integer>(text);
    if (number && least <= *number && *number <= most) return *number;
    throw NotWholeIn(text, "from " + std::to_string(least) + " to " + std::to_string(most));
}

// 1/sqrt(x) for x > 0, rounded once, so that 1/sqrt(2) is the double nearest to it.
double InverseSquareRoot(double x);

}  // namespace decodescope
