#include "app/plane/decision_regions.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

bool AreFinite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

std::vector<PlanePoint> Square(double reach) {
    return {{-reach, -reach}, {reach, -reach}, {reach, reach}, {-reach, reach}};
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
Contenders ContendersOf(const LogitPlanes& all, double reach) {
    const TokenId strong = WinnerAt(all, {0, 0});
    const std::vector<PlanePoint> corners = Square(reach);
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
                                    const std::vector<TokenId>& rivals, double reach) {
    std::vector<PlanePoint> corners = Square(reach);
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
    const Contenders contenders = ContendersOf(planes, reach);
    std::vector<TokenId> winners;
    const auto add_winner_at = [&](PlanePoint point) {
        const TokenId winner = contenders.WinnerAt(point);
        const auto place = std::ranges::lower_bound(winners, winner);
        const bool is_new = place == winners.end() || *place != winner;
        if (is_new) winners.insert(place, winner);
        return is_new;
    };
    for (const PlanePoint corner : Square(reach)) add_winner_at(corner);

    std::vector<Region> regions;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        regions.clear();
        for (const TokenId token : winners) {
            Region region{token, RegionAmong(planes, token, winners, reach)};
            if (!region.corners.empty()) regions.push_back(std::move(region));
        }
        for (const Region& region : regions) {
            for (const PlanePoint corner : region.corners) has_grown |= add_winner_at(corner);
        }
    }
    const double least = 1e-12 * reach * reach;
    std::erase_if(regions, [least](const Region& r) { return AreaOf(r.corners) <= least; });
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
    const auto touch = [](const Region& a, const Region& b) {
        const auto is_near = [](PlanePoint p, PlanePoint q) {
            return std::abs(p.x - q.x) + std::abs(p.y - q.y) <
                   1e-6 * (1 + std::abs(q.x) + std::abs(q.y));
        };
        return std::ranges::any_of(a.corners, [&](PlanePoint p) {
            return std::ranges::any_of(b.corners, [&](PlanePoint q) { return is_near(p, q); });
        });
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
