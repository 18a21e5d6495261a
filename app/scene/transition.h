// How one scene becomes the next: what the step made moves to its place.
//
// A transition is a pure function of the scene at rest and of time. No information is in the motion
// alone: with motion off, or a frame late, the scene at rest shows all of it.
//
//   Step     what was computed appears                          160 ms
//   Append   k and v fly along their arrows into the cache      420 ms
//   Select   the selected token moves into its tray             320 ms
//   Enter    the waiting token moves from its tray to x         420 ms
#pragma once

#include "app/scene/scene.h"
#include "core/run/playhead.h"

namespace decodescope {

enum class TransitionKind { None, Step, Append, Select, Enter };

// What the step from one playhead to another shows. None unless it is one stage forward.
TransitionKind TransitionBetween(const Recording& recording, Playhead from, Playhead to);

double SecondsOf(TransitionKind kind);

// A transition and how far it is, in [0, 1] of its time.
struct Transition {
    TransitionKind kind = TransitionKind::None;
    float progress = 1;
};

// The scene in transition. At progress 1 it is the scene at rest.
Scene InTransition(const Scene& at_rest, const Transition& transition);

// --- Parts, for tests ----------------------------------------------------------------------------

// Fast at first, then slower; 0 at 0, 1 at 1.
float EasedOut(float progress);

// The point after this share of a path's length. The path has at least one point.
Point PointAlong(const std::vector<Point>& path, float share);

}  // namespace decodescope
