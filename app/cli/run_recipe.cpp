#include "app/cli/run_recipe.h"

#include "app/cli/parse.h"
#include "app/cli/progress.h"
#include "core/io/free_memory.h"
#include "core/kernel/threads.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

using Which = std::optional<CheckedPasses>;

constexpr Choice<CheckedPasses> kWhich[] = {
    {"all", CheckedPasses::All}, {"last", CheckedPasses::Last}, {"none", CheckedPasses::None}};

void ReadWhich(Which& which, const std::string& value, const std::string& name) {
    which = ParseChoice(value, name, kWhich);
}

constexpr OptionRow<Which> kCheckRows[] = {
    {"--check", "all|last|none", ReadWhich,
     "which passes are recomputed without a cache and compared; usually all, in a long run the "
     "last one, which covers all positions"},
};

constexpr OptionRow<Which> kCheckInPassingRows[] = {
    {"--check", "all|last|none", ReadWhich,
     "which passes are also recomputed without a cache and compared; usually all, of longer runs "
     "the "
     "last one, and none where even that takes time"},
};

using Megabytes = std::optional<int>;

constexpr OptionRow<Megabytes> kMemoryRows[] = {
    {"--memory", "MB",
     [](Megabytes& megabytes, const std::string& value, const std::string& name) {
         megabytes = ParseInteger<int>(value, name, kLeastTraceMegabytes, kMostTraceMegabytes);
     },
     "memory for the numbers of passes (default: 256); those of older passes are computed again"},
    {"--threads", "N",
     [](Megabytes&, const std::string& value, const std::string& name) {
         LimitThreads(ParseInteger<int>(value, name, 1, kMostThreads));
     },
     "threads that share a pass of a large model (default: one for each core)"},
};

}  // namespace

void AddMemory(OptionList& list, std::optional<int>& megabytes) {
    list.Add(megabytes, kMemoryRows);
}

TraceMemoryPtr MemoryOf(int megabytes) {
    return std::make_shared<TraceMemory>(static_cast<size_t>(megabytes) << 20);
}

Recording RunRecipe(const Recipe& recipe, const std::optional<int>& megabytes) {
    Recording recording(recipe, megabytes ? MemoryOf(*megabytes) : nullptr);
    RequireMemory(recording, FreeMemory());
    WorkProgress passes;
    passes.Begin(recipe.tokens);
    const Progress progress("decoding", "pass", passes);
    Decoder decoder(recording);
    while (PassPtr pass = decoder.Step()) {
        recording.Append(std::move(pass));
        passes.Advance(1);
    }
    return recording;
}

void AddCheck(OptionList& list, std::optional<CheckedPasses>& which) {
    list.Add(which, kCheckRows);
}

void AddCheckInPassing(OptionList& list, std::optional<CheckedPasses>& which) {
    list.Add(which, kCheckInPassingRows);
}

std::vector<PassCheck> RunChecks(const Recording& recording,
                                 const std::optional<CheckedPasses>& which) {
    WorkProgress passes;
    passes.Begin(recording.pass_count());
    const Progress progress("checking", "pass", passes);
    return CheckPasses(recording, which ? *which : UsuallyChecked(recording),
                       [&](int) { passes.Advance(1); });
}

}  // namespace decodescope
