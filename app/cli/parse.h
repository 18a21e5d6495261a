// What a person types behind an option, read strictly: all of it must fit, or an Error says what
// would. Independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/run/playhead.h"
#include "core/run/recipe.h"

namespace decodescope {

// A whole number from `lowest` to `highest`. `option` ("--tokens") is where an Error says it
// stands.
std::int64_t ParseInteger(const std::string& text, const std::string& option, std::int64_t lowest,
                          std::int64_t highest);

// Any whole number that 64 bits hold.
std::uint64_t ParseSeed(const std::string& text, const std::string& option);

// A finite number from `lowest` to `highest`; a decimal comma is refused with the right spelling.
double ParseReal(const std::string& text, const std::string& option, double lowest, double highest);

// "0:tea,3:#2": PASS:TOKEN, separated by commas, in the order of passes. A token by its text,
// spaces around it left out, or by its ID, as a number or behind #.
Branch ParseByHand(const std::string& text, const std::string& option, const Model& model);

// "1600x900".
struct WindowSize {
    int width = 0;
    int height = 0;
};
WindowSize ParseSize(const std::string& text, const std::string& option);

// "start", or PASS:STAGE[:LAYER], as typed: "1:append", "1:append:4", "0:8". STAGE is a stage's
// name or the number of a step in its pass, from 0.
struct PlayheadWish {
    int pass = 0;
    std::optional<Stage> stage;
    int step = -1;  // where no stage is named
    int layer = 0;
};
PlayheadWish ParsePlayhead(const std::string& text, const std::string& option);

// The playhead that is meant in a recipe's recording. Throws Error where the recipe has no such
// pass, or its model no such stage, step or layer.
Playhead ResolvePlayhead(const PlayheadWish& command, const Recipe& recipe);

}  // namespace decodescope
