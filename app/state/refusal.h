// What a field holds that cannot be used. The recipe of the document can always be decoded, and it
// is what is shown and saved: what cannot be used stays in its field, with a reason, until it is
// corrected or dropped.
#pragma once

#include <string>
#include <string_view>

#include "core/run/recipe.h"

namespace decodescope {

// A prompt that cannot be used stays in its field when the field is left; it may have taken long to
// write. Every other field goes back to what it had.
constexpr std::string_view kPromptField = "recipe.prompt";

struct Refusal {
    std::string field;  // the hotspot of the control
    std::string typed;  // what it holds
    std::string why;

    bool is_prompt() const { return field == kPromptField; }
};

// Why, and which recipe is shown instead.
std::string WordsFor(const Refusal& refusal, const Recipe& shown);

}  // namespace decodescope
