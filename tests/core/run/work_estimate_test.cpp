#include "core/run/work_estimate.h"

#include "core/run/check.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recipe RecipeOf(Model model, std::string prompt, int tokens) {
    Recipe recipe;
    recipe.prompt = std::move(prompt);
    recipe.tokens = tokens;
    recipe.model = std::make_shared<const Model>(std::move(model));
    return recipe;
}

std::string Repeated(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

}  // namespace

TEST_CASE("A long prompt is no toy's work: attention grows with the square of its length") {
    const auto work_of = [](int letters) {
        return EstimatedWork(Recording(RecipeOf(ToyModel(), Repeated("A ", letters), 4)));
    };
    CHECK(IsToy(work_of(100)));
    CHECK_FALSE(IsToy(work_of(2000)));
    CHECK(work_of(20000) > 50 * work_of(2000));  // 100 times the pairs of positions
}

TEST_CASE("The memory that is estimated is what the passes take") {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        INFO("seed " << seed);
        const Precision precision = seed % 2 == 0 ? Precision::Float32 : Precision::Float64;
        const Recording recording =
            Record(RecipeOf(RandomModel(RandomConfig(seed), seed, precision), "t0 t1 t2 t0", 5));
        const Config& config = recording.config();
        double bytes = 0;
        for (const PassPtr& pass : recording.passes())
            bytes += static_cast<double>(recording.TraceOf(*pass).bytes() +
                                         pass->kept.lasting().bytes());
        const int cached = recording.passes().back()->cache_length_after;
        bytes += 2.0 * cached * config.kv_width() * config.layers * BytesPerNumber(precision);
        CHECK(EstimatedBytes(recording) == bytes);
    }
}

TEST_CASE("What does not fit into memory is refused with both numbers") {
    const Recording recording(RecipeOf(ToyModel(), Repeated("AB", 20000), 4));
    const std::string said = ErrorOf([&] { RequireMemory(recording, 1.5e9); });
    CHECK(said.find("12.8 GB") != std::string::npos);
    CHECK(said.find("1.5 GB") != std::string::npos);
    CHECK(ErrorOf([&] { RequireMemory(recording, 1e11); }) == "no error");
}

TEST_CASE("A short run is checked in all passes, a long one in its last") {
    CHECK(UsuallyChecked(Recording(RecipeOf(ToyModel(), "A B", 100))) == CheckedPasses::All);
    CHECK(UsuallyChecked(Recording(RecipeOf(ToyModel(), "A B", 4096))) == CheckedPasses::Last);
}

TEST_CASE("In passing, only what nobody would notice is recomputed") {
    const auto checked = [](const char* prompt, int tokens) {
        return CheckedInPassing(Recording(RecipeOf(ToyModel(), prompt, tokens)));
    };
    CHECK(checked("A B", 100) == CheckedPasses::All);
    CHECK(checked("A B", 2000) == CheckedPasses::Last);
    const Recording long_run(RecipeOf(ToyModel(), Repeated("A ", 10'000), 4));
    CHECK(CheckedInPassing(long_run) == CheckedPasses::None);
}

TEST_CASE("Of passes that are not checked, what they counted is known and nothing else") {
    const Recording recording = Record(RecipeOf(ToyModel(), "A B", 4));
    int called = 0;
    const std::vector<PassCheck> checks =
        CheckPasses(recording, CheckedPasses::Last, [&](int) { ++called; });
    REQUIRE(checks.size() == 4);
    CHECK(called == 1);
    CHECK_FALSE(checks[0].is_checked);
    CHECK(checks[0].cached_positions == 2);
    CHECK_FALSE(checks[0].recomputed_total.has_value());
    CHECK(checks[3].is_checked);
    CHECK(checks[3].cached_total == 5);
    CHECK(checks[3].recomputed_positions == 5);
    CHECK_FALSE(checks[3].recomputed_total.has_value());
    CHECK(CheckAll(recording)[3].recomputed_total == 14);
}

}  // namespace decodescope
