// Numbers along a logarithmic scale: where they are on it, and round ones near a place.
#pragma once

#include <vector>

namespace decodescope {

// From `least` to `most`, both positive. Shares are 0 at the least and 1 at the most; what lies
// outside is outside [0, 1].
struct LogScale {
    double least = 1, most = 10;

    double ShareOf(double number) const;
    double At(double share) const;

    friend bool operator==(const LogScale&, const LogScale&) = default;
};

// The whole number of two digits and zeros nearest to a number: 7, 42, 130, 5500; a power of two
// where one lies within a twentieth of it, 4096. At least 1.
double RoundCount(double number);

// The scale of whole powers of ten around positive numbers. Of at least one decade.
LogScale ScaleAround(const std::vector<double>& numbers);

// The powers of ten on a scale, at most `most` of them.
std::vector<double> DecadesOf(const LogScale& scale, int most);

}  // namespace decodescope
