#include "app/cli/verbs.h"

#include <algorithm>
#include <string_view>

#include "app/cli/batch_verb.h"
#include "app/cli/check_verb.h"
#include "app/cli/cost_verb.h"
#include "app/cli/decode_verb.h"
#include "app/cli/lens_verb.h"
#include "app/cli/loop_verb.h"
#include "app/cli/mistakes_verb.h"
#include "app/cli/prefill_verb.h"
#include "app/cli/trace_verb.h"
#include "app/cli/window_verb.h"

namespace decodescope {
namespace {

constexpr const Verb* kVerbs[] = {
    &kTraceVerb, &kCheckVerb, &kBatchVerb, &kPrefillVerb,    &kDecodeVerb, &kMistakesVerb,
    &kCostVerb,  &kLoopVerb,  &kLensVerb,  &kScreenshotVerb, &kWindowVerb,
};

}  // namespace

std::span<const Verb* const> Verbs() { return kVerbs; }

const Verb& VerbNamed(const char* argument) {
    const std::string_view name = argument != nullptr ? argument : "";
    const auto found =
        std::ranges::find_if(kVerbs, [name](const Verb* verb) { return verb->name == name; });
    return found == std::end(kVerbs) ? kWindowVerb : **found;
}

std::string VerbsHelp() {
    constexpr size_t kColumn = 40;
    std::string text = "Verbs, which need no display where nothing else is said:\n";
    for (const Verb* verb : kVerbs) {
        if (*verb->name == '\0') continue;
        std::string line =
            "  decodescope " + std::string(verb->name) + " " + std::string(verb->arguments);
        line.resize(std::max(kColumn, line.size()), ' ');
        text +=
            line + "  " + verb->summary + (verb->needs_display ? "; needs a display" : "") + "\n";
    }
    return text +
           "Each has a --help of its own. Exit codes: 0 fine, 1 the answer is no, 2 bad usage or "
           "input.";
}

}  // namespace decodescope
