// Numbers along a logarithmic scale: where they are on it, and round ones near a place.
#pragma once

#include <vector>

namespace decodescope {

// From `least` to `most`, both positive. Shares are 0 at the least and 1 at the most; those of
// other numbers are outside [0, 1].
struct LogScale {
    double least = 1, most = 10;

    double ShareOf(double number) const;
    double At(double share) const;

    friend bool operator==(const LogScale&, const LogScale&) = default;
};

// The nearest whole number of two digits and zeros: 7, 42, 130, 5500; or a power of two that is
// within a twentieth of the number, as 4096. At least 1.
double RoundCount(double number);

// The scale from one power of ten to another around positive numbers: at least one decade.
LogScale ScaleAround(const std::vector<double>& numbers);

// The powers of ten on a scale, at most `most` of them.
std::vector<double> DecadesOf(const LogScale& scale, int most);

}  // namespace decodescope
