// How large the picture of a pass is drawn: its digits grow as far as the window has room, and
// where it has little, gaps shrink first, then what a step does not need is folded to its title,
// and only then do numbers become colour.
#pragma once

#include "app/scene/build.h"
#include "app/scene/pass_parts.h"

namespace decodescope {

// The size of digits in which a scene is laid out: 15 pixels. Its zoom makes other sizes of them.
constexpr float kSceneDigits = 15;
constexpr float kLeastDigits = 11;
constexpr float kPresentedDigits = 15;

// What must have room, in characters or scene pixels, whatever the size of the digits.
struct PassMeasures {
    int vector_characters = 6;  // of the longest number in x, Q, K, V, the cache and h
    int key_characters = 6;     // in scores and weights
    int logit_characters = 6;
    float tag_width = 32;        // of a row label
    float chip_width = 24;       // of a token in the cache; 0: none is drawn
    float cache_label = 64;      // from the cache's edge to its first number
    float candidate_token = 28;  // as wide as a candidate's chip

    friend bool operator==(const PassMeasures&, const PassMeasures&) = default;
};

struct PassFit {
    float digits = kSceneDigits;   // in pixels at UI scale 1
    bool folds = false;            // whether parts that a step does not need may be folded
    bool has_all_numbers = false;  // else what finds no room becomes colour
    int rows = 1;                  // of the tallest pass that there is room for
    int keys = 1;                  // of the widest
    PassMeasures measures;

    float zoom() const { return digits / kSceneDigits; }
    // Where digits are no larger than usual, gaps give way before they shrink.
    bool is_tight() const { return digits <= kSceneDigits; }

    friend bool operator==(const PassFit&, const PassFit&) = default;
};

// The largest digits with which all that the steps of a pass need is numbers. If the digits are no
// smaller than usual for the whole run, all of its passes have the same.
PassFit FitPass(const Recording& recording, const SceneView& view);

// More scores in a row are colour in any window.
constexpr int kMostKeys = 40;

// How wide a window must be, at UI scale 1, for all numbers of the pass, and of most runs, to be
// numbers. 0 where they are too many for that.
float LeastWidth(const Recording& recording, SceneView view);

// Whether the vectors of the model are few enough numbers to be drawn as such.
bool DrawsNumbers(const Config& config);

}  // namespace decodescope
