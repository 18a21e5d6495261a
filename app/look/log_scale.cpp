#include "app/look/log_scale.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

constexpr double kNearPower = 0.05;

int Floor10(double number) { return static_cast<int>(std::floor(std::log10(number) + 1e-9)); }
int Ceil10(double number) { return static_cast<int>(std::ceil(std::log10(number) - 1e-9)); }

}  // namespace

double LogScale::ShareOf(double number) const {
    return std::log(number / least) / std::log(most / least);
}

double LogScale::At(double share) const { return least * std::pow(most / least, share); }

double RoundCount(double number) {
    if (!(number > 1)) return 1;
    const double power = std::exp2(std::round(std::log2(number)));
    if (number >= 16 && std::abs(number / power - 1) < kNearPower) return power;
    const double unit = std::pow(10.0, std::max(0, Floor10(number) - 1));
    return std::round(number / unit) * unit;
}

LogScale ScaleAround(const std::vector<double>& numbers) {
    const auto [least, most] = std::ranges::minmax(numbers);
    const int low = Floor10(least), high = std::max(low + 1, Ceil10(most));
    return {.least = std::pow(10.0, low), .most = std::pow(10.0, high)};
}

std::vector<double> DecadesOf(const LogScale& scale, int most) {
    const int low = Ceil10(scale.least), high = Floor10(scale.most);
    const int step = std::max(
        1, (high - low) / std::max(1, most - 1) + ((high - low) % std::max(1, most - 1) != 0));
    std::vector<double> decades;
    for (int power = low; power <= high; power += step) decades.push_back(std::pow(10.0, power));
    return decades;
}

}  // namespace decodescope
