#include "app/plane/decision_regions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace decodescope {
namespace {

bool AreFinite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

// Regions are found in the square from -1 to 1.
std::vector<PlanePoint> Square() { return {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}; }

// The same planes over the square from -1 to 1, all divided by one power of two: who wins where
// stays the same, and no product overflows, however large or small the numbers are.
LogitPlanes InUnitSquare(LogitPlanes planes, double reach) {
    const int reach_exponent = std::ilogb(reach);
    const double rest = std::scalbn(reach, -reach_exponent);  // reach without its exponent
    int largest = std::numeric_limits<int>::min();
    const auto see = [&largest](const std::vector<double>& numbers, int less) {
        for (const double number : numbers) {
            if (number != 0) largest = std::max(largest, std::ilogb(number) - less);
        }
    };
    see(planes.a, 0);
    see(planes.b, 0);
    see(planes.c, reach_exponent);
    if (largest == std::numeric_limits<int>::min()) return planes;  // all are zero
    for (double& number : planes.a) number = std::scalbn(number, -largest);
    for (double& number : planes.b) number = std::scalbn(number, -largest);
    for (double& number : planes.c) number = std::scalbn(number, -largest - reach_exponent) / rest;
    return planes;
}

// The planes of some tokens, contiguous in memory so that finding the largest is fast.
struct Contenders {
    std::vector<TokenId> tokens;  // in order of their IDs
    LogitPlanes planes;

    TokenId WinnerAt(PlanePoint p) const {
        return tokens[static_cast<size_t>(decodescope::WinnerAt(planes, p))];
    }
};

// Without the tokens that a single other token beats in all corners: they win nowhere.
Contenders ContendersOf(const LogitPlanes& all) {
    const TokenId strong = WinnerAt(all, {0, 0});
    const std::vector<PlanePoint> corners = Square();
    Contenders some;
    for (TokenId token = 0; token < static_cast<TokenId>(all.a.size()); ++token) {
        const bool is_beaten = std::ranges::all_of(corners, [&](PlanePoint corner) {
            return all.At(token, corner) < all.At(strong, corner);
        });
        if (is_beaten) continue;
        const auto t = static_cast<size_t>(token);
        some.tokens.push_back(token);
        some.planes.a.push_back(all.a[t]);
        some.planes.b.push_back(all.b[t]);
        some.planes.c.push_back(all.c[t]);
    }
    return some;
}

// Where `token` is not below any of `rivals`.
std::vector<PlanePoint> RegionAmong(const LogitPlanes& all, TokenId token,
                                    const std::vector<TokenId>& rivals) {
    std::vector<PlanePoint> corners = Square();
    const auto t = static_cast<size_t>(token);
    for (const TokenId rival : rivals) {
        if (rival == token || corners.empty()) continue;
        const auto r = static_cast<size_t>(rival);
        corners = Clipped(corners, all.a[t] - all.a[r], all.b[t] - all.b[r], all.c[t] - all.c[r]);
    }
    return corners;
}

}  // namespace

TokenId WinnerAt(const LogitPlanes& planes, PlanePoint point) {
    TokenId winner = 0;
    double largest = planes.At(0, point);
    for (TokenId token = 1; token < static_cast<TokenId>(planes.a.size()); ++token) {
        const double logit = planes.At(token, point);
        if (logit <= largest) continue;
        largest = logit;
        winner = token;
    }
    return winner;
}

// Begins with the winners in the corners of the square, and looks for winners in the corners of
// their regions. A token that beats the present regions anywhere does so in one of these corners,
// because the difference is affine within each region: when no new winner is found, the regions are
// exact.
std::vector<Region> DecisionRegions(const LogitPlanes& planes, double reach) {
    if (planes.a.empty() || !AreFinite(planes.a) || !AreFinite(planes.b) || !AreFinite(planes.c)) {
        return {};
    }
    const LogitPlanes scaled = InUnitSquare(planes, reach);
    const Contenders contenders = ContendersOf(scaled);
    std::vector<TokenId> winners;
    const auto add_winner_at = [&](PlanePoint point) {
        const TokenId winner = contenders.WinnerAt(point);
        const auto place = std::ranges::lower_bound(winners, winner);
        const bool is_new = place == winners.end() || *place != winner;
        if (is_new) winners.insert(place, winner);
        return is_new;
    };
    for (const PlanePoint corner : Square()) add_winner_at(corner);

    std::vector<Region> regions;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        regions.clear();
        for (const TokenId token : winners) {
            Region region{token, RegionAmong(scaled, token, winners)};
            if (!region.corners.empty()) regions.push_back(std::move(region));
        }
        for (const Region& region : regions) {
            for (const PlanePoint corner : region.corners) has_grown |= add_winner_at(corner);
        }
    }
    constexpr double kLeastArea = 1e-12;
    std::erase_if(regions, [](const Region& r) { return AreaOf(r.corners) <= kLeastArea; });
    for (Region& region : regions) {
        for (PlanePoint& corner : region.corners) corner = {corner.x * reach, corner.y * reach};
    }
    return regions;
}

// Sutherland and Hodgman's step for one line.
std::vector<PlanePoint> Clipped(const std::vector<PlanePoint>& corners, double a, double b,
                                double c) {
    std::vector<PlanePoint> kept;
    for (size_t i = 0; i < corners.size(); ++i) {
        const PlanePoint from = corners[i], to = corners[(i + 1) % corners.size()];
        const double at_from = a * from.x + b * from.y + c, at_to = a * to.x + b * to.y + c;
        if (at_from >= 0) kept.push_back(from);
        if ((at_from > 0 && at_to < 0) || (at_from < 0 && at_to > 0)) {
            const double share = at_from / (at_from - at_to);
            kept.push_back({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
        }
    }
    return kept.size() < 3 ? std::vector<PlanePoint>{} : kept;
}

double AreaOf(const std::vector<PlanePoint>& corners) {
    double twice = 0;
    for (size_t i = 0; i < corners.size(); ++i) {
        const PlanePoint p = corners[i], q = corners[(i + 1) % corners.size()];
        twice += p.x * q.y - q.x * p.y;
    }
    return std::abs(twice) / 2;
}

std::vector<int> ColorsOf(const std::vector<Region>& regions, int count) {
    double extent = 0;
    for (const Region& region : regions) {
        for (const PlanePoint p : region.corners)
            extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
    }
    const auto touch = [extent](const Region& a, const Region& b) {
        const auto is_near = [extent](PlanePoint p, PlanePoint q) {
            return std::abs(p.x - q.x) + std::abs(p.y - q.y) <= 1e-6 * extent;
        };
        const auto shared = std::ranges::count_if(a.corners, [&](PlanePoint p) {
            return std::ranges::any_of(b.corners, [&](PlanePoint q) { return is_near(p, q); });
        });
        return shared >= 2;  // an edge; many may meet in one corner
    };
    const bool all_differ = regions.size() <= static_cast<size_t>(count);
    std::vector<int> colors;
    for (size_t i = 0; i < regions.size(); ++i) {
        std::vector<bool> taken(static_cast<size_t>(count));
        for (size_t k = 0; k < i; ++k) {
            if (all_differ || touch(regions[i], regions[k]))
                taken[static_cast<size_t>(colors[k])] = true;
        }
        const int own = static_cast<int>(regions[i].token) % count;
        int color = own;
        for (int step = 0; step < count && taken[static_cast<size_t>(color)]; ++step) {
            color = (color + 1) % count;
        }
        colors.push_back(taken[static_cast<size_t>(color)] ? own : color);
    }
    return colors;
}

}  // namespace decodescope
