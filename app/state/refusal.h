// What a field holds that cannot be used. The recipe of the document can always be decoded, and it
// is what is shown and saved: what cannot be used stays in its field, with a reason, until it is
// corrected or dropped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// At most one a field, so that what one field refuses never replaces what another one holds.
class Refusals {
public:
    bool empty() const { return all_.empty(); }
    // The one that happened last: the message bar shows it, and Escape drops it. Null if none.
    const Refusal* newest() const { return all_.empty() ? nullptr : &all_.back(); }
    const Refusal* Of(std::string_view field) const;
    const Refusal* OfPrompt() const { return Of(kPromptField); }

    void Add(Refusal refusal);
    void Drop(std::string_view field);
    void DropAllButPrompt();
    void clear() { all_.clear(); }

private:
    std::vector<Refusal> all_;  // as they happened
};

// Why, and which recipe is shown instead.
std::string WordsFor(const Refusal& refusal, const Recipe& shown);

}  // namespace decodescope
