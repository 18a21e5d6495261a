#include "app/state/refusal.h"

#include <algorithm>
#include <utility>

namespace decodescope {
namespace {

constexpr size_t kMostShown = 60;  // bytes of a prompt in a sentence

// In quotation marks; the beginning of a long one.
std::string Quoted(const std::string& text) {
    if (text.size() <= kMostShown) return "\"" + text + "\"";
    size_t end = kMostShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return "\"" + text.substr(0, end) + "…\"";
}

}  // namespace

const Refusal* Refusals::Of(std::string_view field) const {
    const auto found = std::ranges::find(all_, field, &Refusal::field);
    return found == all_.end() ? nullptr : &*found;
}

void Refusals::Add(Refusal refusal) {
    Drop(refusal.field);
    all_.push_back(std::move(refusal));
}

void Refusals::Drop(std::string_view field) {
    std::erase_if(all_, [field](const Refusal& one) { return one.field == field; });
}

void Refusals::DropAllButPrompt() {
    std::erase_if(all_, [](const Refusal& one) { return !one.is_prompt(); });
}

std::string WordsFor(const Refusal& refusal, const Recipe& shown) {
    const std::string instead =
        refusal.is_prompt() ? "the prompt " + Quoted(shown.prompt) : "the recipe as it was before";
    return refusal.why + ". Shown meanwhile: " + instead + "; Esc restores it.";
}

}  // namespace decodescope
