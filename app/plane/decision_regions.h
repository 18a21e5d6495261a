// Which token has the largest logit at each place of a plane through the space of h.
//
//   +-----------------+    On a plane every logit is an affine function a x + b y + c of the
//   |   A      /      |    place, so the places where one token's is largest are a convex
//   |        /    B   |    polygon, and these polygons divide the whole rectangle.
//   |------ *         |
//   |   C    \        |
//   +-----------------+
#pragma once

#include <vector>

#include "core/model/config.h"

namespace decodescope {

struct PlanePoint {
    double x = 0, y = 0;

    friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

// The logit of token t is a[t] x + b[t] y + c[t]. [vocabulary_size] each.
struct LogitPlanes {
    std::vector<double> a, b, c;

    double At(TokenId token, PlanePoint p) const {
        const auto t = static_cast<size_t>(token);
        return a[t] * p.x + b[t] * p.y + c[t];
    }
};

struct Region {
    TokenId token = 0;
    std::vector<PlanePoint> corners;  // in order around a convex polygon
};

// The token with the largest logit; among equals the lowest ID. There must be one.
TokenId WinnerAt(const LogitPlanes& planes, PlanePoint point);

// A region for each token that wins somewhere in the square from -reach to reach; none if a number
// of the planes is not finite. Where two tokens are equal everywhere, the lower ID has the region.
std::vector<Region> DecisionRegions(const LogitPlanes& planes, double reach);

// The part of a convex polygon where a x + b y + c >= 0.
std::vector<PlanePoint> Clipped(const std::vector<PlanePoint>& corners, double a, double b,
                                double c);

double AreaOf(const std::vector<PlanePoint>& corners);

// Which of `count` colours each region has: its token's own if it can, another one if a neighbour
// has that, and its own again if all are taken.
std::vector<int> ColorsOf(const std::vector<Region>& regions, int count);

}  // namespace decodescope
