// Numbers that a person writes as a small calculation: "1/sqrt(2)", "3/4", "2·√3".
//
//   expression = signed { ( "*" | "·" | "×" | "/" ) signed }
//   signed     = [ "+" | "-" | "−" ] factor
//   factor     = decimal | "sqrt" "(" expression ")" | "√" factor | "(" expression ")"
//   decimal    = digits, with a point and an exponent or without; "nan", "inf"
//
// Spaces between the parts do not matter. There are no sums: a number is meant, not a calculator.
#pragma once

#include <string_view>

namespace decodescope {

// The value, rounded to double once, at the end: 1/sqrt(2) is the double nearest to it. Throws
// Error (without a place) where the text is no expression, divides by 0, takes the root of a
// negative number, or holds a number that no double is near.
double Evaluate(std::string_view text);

}  // namespace decodescope
