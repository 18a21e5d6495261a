// The small words of a scene: numbers of stages, shapes, formulas.
#pragma once

#include <string>
#include <string_view>

#include "core/run/recording.h"

namespace decodescope {

// Code points; every glyph of a fixed-pitch font takes one place.
int CharacterCount(std::string_view utf8);

// The number of a step on screen: "4" for the fourth of its pass.
std::string StepNumber(const Recording& recording, const StageStep& step);

// "2×3".
std::string ShapeWord(int rows, int columns);

// "q·k / √2" where the scale is one over the root of a whole number.
std::string ScoreFormula(const Config& config);

// The head under which a tensor is kept, for a query head: itself, its KV head, or 0.
int HeadOf(const Config& config, TensorId tensor, int query_head);

// Words cut at the end with "…" so that `fits` says yes. Never used for numbers.
template <class Fits>
std::string Shortened(std::string words, const Fits& fits) {
    if (fits(words)) return words;
    while (!words.empty()) {
        bool inside_character = true;
        while (inside_character && !words.empty()) {
            inside_character = (static_cast<unsigned char>(words.back()) & 0xC0u) == 0x80u;
            words.pop_back();
        }
        if (fits(words + "…")) return words + "…";
    }
    return words;
}

}  // namespace decodescope
