// exp, and the few other functions that a transformer needs, of our own.
//
// The functions of a C library differ from machine to machine in the last digit. These are made of
// +, -, * and /, which do not, so that a pass has the same bits everywhere
// (docs/decisions/0037-the-same-bits-everywhere.md). An error of one ulp is the distance to the
// next number; 0.5 is the least there can be.
#pragma once

namespace decodescope {

// eˣ. Error at most 1 ulp in double, and in float as well, results below the normal numbers
// included; ∞ where it is too large for the type.
double Exp(double x);
float Exp(float x);

// base to a power, for a positive, finite base. Error at most 1 ulp.
double Power(double base, double exponent);

// Of an angle in radians. Error at most 1 ulp up to an angle of a million, growing beyond.
struct SineAndCosine {
    double sine;
    double cosine;
};
SineAndCosine SineAndCosineOf(double angle);

// The share of a standard normal distribution below x: Φ(x) = ½ erfc(−x / √2). Relative error at
// most 3e-15.
double NormalCdf(double x);

}  // namespace decodescope
