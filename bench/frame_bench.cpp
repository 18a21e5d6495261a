// How long a frame takes to build: everything between NewFrame and Render, without the graphics
// driver.
//
// Each iteration is the worst case of playing: the playhead has stepped on, so the scene is built
// anew and every heat map is coloured again. CPU time of the thread.

#include <benchmark/benchmark.h>
#include <imgui.h>

#include <filesystem>
#include <thread>

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/app.h"
#include "app/work/malloc_options.h"
#include "core/io/file_formats.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"
#include "tests/support/random_planes.h"

namespace decodescope {
namespace {

// The whole program without a window; what would go to the graphics card goes nowhere.
class Bench {
public:
    explicit Bench(const Recipe& recipe)
        : context_(ImGui::CreateContext()), app_(StateFor(recipe, ""), "", [] {}) {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {1600, 900};
        io.DeltaTime = 1.0f / 60;
        app_.UseTextures(
            {.make = [](int, int, const ImU32*) { return reinterpret_cast<ImTextureID>(1); },
             .free = [](ImTextureID) {}});
        app_.LoadLook();
        do {
            Frame();
            std::this_thread::yield();
        } while (!app_.is_settled());
    }
    ~Bench() { ImGui::DestroyContext(context_); }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    void Frame() {
        now_ += 1;  // whatever moves has arrived
        ImGui::NewFrame();
        app_.Frame(now_);
        ImGui::Render();
    }

    // Half way through the motion of the last step.
    void MovingFrame() {
        now_ += 1e-3;
        ImGui::NewFrame();
        app_.Frame(now_);
        ImGui::Render();
    }

    void StepOn(int first_pass) {
        const bool is_at_end = app_.state().ui.playhead == Last(*app_.state().recording);
        if (is_at_end)
            app_.Do(GoTo{{first_pass, 0}});
        else
            app_.Do(GoToNextStage{});
    }

    App& app() { return app_; }

private:
    ImGuiContext* context_;
    App app_;
    double now_ = 0;
};

Recipe AbcRecipe() { return OpenFile("assets/models/abc.toml"); }

// The real model where it is at hand, else one of its shape, decoded until its 512 positions are
// full.
Recipe StoriesRecipe() {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    Recipe recipe;
    if (!path.empty()) {
        recipe = OpenFile(path.string(), std::nullopt);
        recipe.prompt = "Once upon a time";
    } else {
        Model random = RandomModel(Stories260KConfig(), 1, Precision::Float32, 0.0);
        random.config.begin_token = 1;
        recipe.model = std::make_shared<const Model>(std::move(random));
    }
    recipe.tokens = 600;  // the context ends it
    return recipe;
}

// A prefill of 1024 positions: a million scores and a million weights on screen at once.
Recipe MillionRecipe() {
    Config config;
    config.vocabulary_size = 16;
    config.d_model = 16;
    config.layers = 1;
    config.query_heads = 2;
    config.kv_heads = 1;
    config.head_dim = 8;
    config.attention_scale = 0.35;
    config.context_length = 1024;
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, 1, Precision::Float32, 0.0));
    for (int i = 0; i < 1024; ++i) {
        if (i > 0) recipe.prompt += ' ';
        recipe.prompt += recipe.model->tokenizer.pieces[static_cast<size_t>(i % 16)];
    }
    recipe.tokens = 1;
    return recipe;
}

// As many layers, heads and tokens as Qwen2.5-0.5B has, in narrower matrices, which no frame
// depends on; and a prompt of 1,000 tokens.
Recipe HalfBillionRecipe() {
    Config config;
    config.vocabulary_size = 151936;
    config.d_model = 112;
    config.layers = 24;
    config.query_heads = 14;
    config.kv_heads = 2;
    config.head_dim = 8;
    config.attention_scale = 0.35;
    config.context_length = 2048;
    config.positions = Positions::Rope;
    config.norm = NormKind::RmsNorm;
    config.residuals = true;
    config.has_output_projection = true;
    config.mlp = MlpKind::SwiGlu;
    config.mlp_hidden = 64;
    config.tied_output = true;
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, 1, Precision::Float32, 0.0));
    for (int i = 0; i < 1000; ++i) {
        if (i > 0) recipe.prompt += ' ';
        recipe.prompt += recipe.model->tokenizer.pieces[static_cast<size_t>(i % 16)];
    }
    recipe.tokens = 3;
    return recipe;
}

void Play(benchmark::State& state, const Recipe& recipe, int first_pass) {
    Bench bench(recipe);
    bench.app().Do(GoTo{{first_pass, 0}});
    for (auto _ : state) {
        bench.StepOn(first_pass);
        bench.Frame();
    }
}

void FrameAbcPlaying(benchmark::State& state) { Play(state, AbcRecipe(), 0); }

void FrameAbcMoving(benchmark::State& state) {
    Bench bench(AbcRecipe());
    for (auto _ : state) {
        bench.StepOn(0);
        bench.MovingFrame();
    }
}

void FrameAbcAtRest(benchmark::State& state) {
    Bench bench(AbcRecipe());
    bench.app().Do(GoToLast{});
    for (auto _ : state) bench.Frame();
}

void FrameStoriesPlayingAt512(benchmark::State& state) { Play(state, StoriesRecipe(), 505); }

void FrameStoriesOverviewAt512(benchmark::State& state) {
    Bench bench(StoriesRecipe());
    bench.app().Do(ToggleOverview{});
    bench.app().Do(GoTo{{505, 0}});
    for (auto _ : state) {
        bench.StepOn(505);
        bench.Frame();
    }
}

void FrameHalfBillionPlaying(benchmark::State& state) { Play(state, HalfBillionRecipe(), 1); }

void FrameHalfBillionOverview(benchmark::State& state) {
    Bench bench(HalfBillionRecipe());
    bench.app().Do(ToggleOverview{});
    bench.app().Do(GoTo{{1, 0}});
    for (auto _ : state) {
        bench.StepOn(1);
        bench.Frame();
    }
}

void FrameHalfBillionCandidates(benchmark::State& state) {
    Bench bench(HalfBillionRecipe());
    bench.app().Do(ChooseTab{"candidates"});
    bench.app().Do(GoTo{{1, 0}});
    for (auto _ : state) {
        bench.StepOn(1);
        bench.Frame();
    }
}

void FrameMillionCellsPlaying(benchmark::State& state) { Play(state, MillionRecipe(), 0); }

void FrameMillionCellsAtRest(benchmark::State& state) {
    Bench bench(MillionRecipe());
    bench.app().Do(GoToLast{});
    for (auto _ : state) bench.Frame();
}

// Worked out once a pass, not once a frame.
void RegionsOfTokens(benchmark::State& state) {
    const LogitPlanes planes = RandomPlanes(static_cast<int>(state.range(0)), 5);
    for (auto _ : state) benchmark::DoNotOptimize(DecisionRegions(planes, 3));
}

BENCHMARK(RegionsOfTokens)->Arg(512)->Arg(32000)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameAbcPlaying)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameAbcMoving)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameAbcAtRest)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameStoriesPlayingAt512)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameStoriesOverviewAt512)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameHalfBillionPlaying)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameHalfBillionOverview)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameHalfBillionCandidates)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameMillionCellsPlaying)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameMillionCellsAtRest)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace decodescope
