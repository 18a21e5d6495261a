// The pass as a picture made from data: blocks, cells, chips and arrows, each with its place.
//
// BuildScene (build.h) makes a Scene from a recording and a playhead; paint.h draws it, pick.h finds
// what is under a point, and hotspots, arrows and linked highlights read the same items. Nothing
// computes geometry while painting. All places are in scene pixels at scale 1, origin top left.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cell.h"
#include "core/recording.h"

namespace decodescope {

struct Point {
    float x = 0, y = 0;
};

struct Rect {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    Point center() const { return {x + width / 2, y + height / 2}; }
    bool Contains(Point p) const {
        return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
    }
};

// What a thing is about; theme.h gives each its colour.
enum class Meaning { Neutral, Q, K, V, Cached, Waiting };

enum class BlockState { Done, Current, Ghost };

}  // namespace decodescope
