// The vectors of a pass along two axes: embeddings as arrows, q, k and v, h as the weighted sum of
// the values, and which token would win at each h. Places are in units of the vectors, y upwards.
//
// The plane belongs to the space of h, the vector that the output matrix is applied to. In a model
// of two dimensions it is that space. In a larger one it is a slice of it through the present h:
// all other components are those of h, and the regions are exact on it; arrows are projections.
#pragma once

#include <optional>
#include <vector>

#include "app/plane/decision_regions.h"
#include "core/run/playhead.h"

namespace decodescope {

// What a person chose: which two components of a vector are the axes, and how far to zoom in.
struct PlaneViewState {
    int axis_x = 0;
    int axis_y = 1;
    float zoom = 1;
    bool whole_path = false;  // h of all earlier passes, not only of the last few
    std::optional<double>
        held_range;                // while an arrow is dragged: what is shown does not move then
    std::optional<TokenId> token;  // whose arrow the keys move

    friend bool operator==(const PlaneViewState&, const PlaneViewState&) = default;
};

// What is looked at.
struct PlaneQuery {
    Playhead playhead;
    int layer = 0;
    int head = 0;
    PlaneViewState view;

    friend bool operator==(const PlaneQuery&, const PlaneQuery&) = default;
};

// Room around what is shown, and how many times wider than that the regions extend.
constexpr double kPlaneRoom = 1.45, kPlaneWidest = 4;

// The range is never outside these: products of what is drawn are numbers then, too.
constexpr double kLeastRange = 1e-100, kMostRange = 1e100;

// All points are finite. A vector with a NaN or an infinity has no place, and is named instead.
struct Plane {
    struct Arrow {
        TokenId token = 0;
        PlanePoint tip;
    };
    // Keys or values at one place, with the sum of their weights.
    struct Mark {
        PlanePoint at;
        std::vector<int> positions;
        double weight = 0;
    };
    struct PastHidden {
        int pass = 0;
        PlanePoint at;
    };
    // Who has the largest logit at h, and by how much more than the next.
    struct Lead {
        TokenId first = 0, second = 0;
        double margin = 0;
    };

    int dimensions = 0;  // of h; with fewer than two there is no plane
    PlaneViewState view;
    double range = 1;  // half of what must be seen, from the origin; the same at every playhead
    double reach = 1;  // half the side of the square that the regions fill

    std::vector<Arrow> embeddings;
    std::vector<Region> regions;
    std::vector<int> colors;  // of the regions, below kRegionColors

    bool has_heads = false;  // q, k and v are in this plane
    std::optional<PlanePoint> query;
    std::vector<Mark> keys, values;
    bool has_weights = false;
    std::optional<PlanePoint> weighted_sum;  // the sum of the weighted values

    std::optional<PlanePoint> hidden;  // of the last position of the pass, once it is computed
    std::vector<PastHidden> path;      // of earlier passes
    int path_left_out = 0;             // earlier passes that are not in it
    bool has_logits = false;           // they are computed
    std::optional<Lead> lead;          // then, unless one is NaN

    std::optional<Cell> placeless;  // the first number that is NaN or infinite, of a vector that
    int placeless_count = 0;        // would be here; how many such vectors there are

    bool is_whole() const { return dimensions == 2; }
};

constexpr int kRegionColors = 8;
constexpr int kUsualPath = 6;  // earlier passes whose h is shown, without whole_path

// The playhead's pass must be recorded, except at the start.
Plane BuildPlane(const Recording& recording, const PlaneQuery& query);

// The next round number up: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10 and so on.
double RoundUp(double number);

}  // namespace decodescope
