// How a scene comes about from the one before it: what the step made is on its way to its place.
//
// A motion is a pure function of the scene at rest and of time. Nothing is only ever said by
// moving: with motion off, or a frame late, the scene at rest says all of it.
//
//   Step     what was computed appears                          160 ms
//   Append   k and v fly along their arrows into the cache      420 ms
//   Select   the selected token leaves for its tray             320 ms
//   Enter    the waiting token goes from its tray to x          420 ms
#pragma once

#include "app/scene/scene.h"
#include "core/run/playhead.h"

namespace decodescope {

enum class TransitionKind { None, Step, Append, Select, Enter };

// What the step from one playhead to another shows. None unless it is one stage forward.
TransitionKind TransitionBetween(const Recording& recording, Playhead from, Playhead to);

double SecondsOf(TransitionKind kind);

// A motion and how far it has come, in [0, 1] of its time.
struct Transition {
    TransitionKind kind = TransitionKind::None;
    float progress = 1;
};

// The scene on its way to rest. At progress 1 it is the scene itself.
Scene InTransition(const Scene& at_rest, const Transition& moving);

// --- Parts, for tests ----------------------------------------------------------------------------

// Fast at first, then slower; 0 at 0, 1 at 1.
float EasedOut(float progress);

// The point after this share of a path's length. The path has at least one point.
Point PointAlong(const std::vector<Point>& path, float share);

}  // namespace decodescope
