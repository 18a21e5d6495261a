#include "app/state/refusal.h"

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

std::string WordsFor(const Refusal& refusal, const Recipe& shown) {
    const std::string instead =
        refusal.is_prompt() ? "the prompt " + Quoted(shown.prompt) : "the recipe as it was before";
    return refusal.why + ". Shown meanwhile: " + instead + "; Esc restores it.";
}

}  // namespace decodescope
