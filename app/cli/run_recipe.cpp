#include "app/cli/run_recipe.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "app/cli/parse.h"
#include "core/io/free_memory.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

constexpr double kPatience = 0.5, kBetween = 0.1;  // seconds

double Now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

using Which = std::optional<CheckedPasses>;

constexpr Choice<CheckedPasses> kWhich[] = {
    {"all", CheckedPasses::All}, {"last", CheckedPasses::Last}, {"none", CheckedPasses::None}};

constexpr OptionRow<Which> kRows[] = {
    {"--check", "all|last|none",
     [](Which& which, const std::string& value, const std::string& name) {
         which = ParseChoice(value, name, kWhich);
     },
     "which passes are recomputed without a cache and compared; usually all, in a long run the "
     "last one, which covers all positions"},
};

using Megabytes = std::optional<int>;

constexpr OptionRow<Megabytes> kMemoryRows[] = {
    {"--memory", "MB",
     [](Megabytes& megabytes, const std::string& value, const std::string& name) {
         megabytes = ParseInteger<int>(value, name, kLeastTraceMegabytes, kMostTraceMegabytes);
     },
     "memory for the numbers of passes (default: 256); those of older passes are computed again"},
};

}  // namespace

Progress::Progress(std::string what)
    : what_(std::move(what)),
      started_(Now()),
      shown_at_(started_),
      is_watched_(::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
    if (!is_shown_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

void Progress::Show(int done, int total) {
    if (!is_watched_) return;
    const double now = Now();
    if (now - started_ < kPatience || now - shown_at_ < kBetween) return;
    shown_at_ = now;
    is_shown_ = true;
    std::fprintf(stderr, "\r%s: pass %d of %d\x1b[K", what_.c_str(), done, total);
    std::fflush(stderr);
}

Recording RunRecipe(const Recipe& recipe) {
    RequireMemory(Recording(recipe), FreeMemory());
    Progress progress("decoding");
    return Record(recipe, Capture::Everything,
                  [&](int passes) { progress.Show(passes, recipe.tokens); });
}

void AddMemory(OptionList& list, std::optional<int>& megabytes) {
    list.Add(megabytes, kMemoryRows);
}

void AddCheck(OptionList& list, std::optional<CheckedPasses>& which) { list.Add(which, kRows); }

std::vector<PassCheck> RunChecks(const Recording& recording,
                                 const std::optional<CheckedPasses>& which) {
    Progress progress("checking");
    return CheckPasses(recording, which ? *which : UsuallyChecked(recording),
                       [&](int passes) { progress.Show(passes, recording.pass_count()); });
}

}  // namespace decodescope
