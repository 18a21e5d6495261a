// How fast the engine decodes, beside a plain C loop in the same run, and how the cost grows.
//
// All on the shape of stories260K, with its weights where the file is at hand (DECODESCOPE_MODELS
// or
// ../shared/models), else with random ones. Compare within one run: items_per_second are tokens.

#include <benchmark/benchmark.h>

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "app/work/malloc_options.h"
#include "bench/plain_loop.h"
#include "core/base/number.h"
#include "core/io/file_formats.h"
#include "core/kernel/kernels.h"
#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "core/run/trace_memory.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr int kTokens = 256;

ModelPtr Stories() {
    static const ModelPtr model = [] {
        const std::filesystem::path path = ModelPath("stories260K.bin");
        if (!path.empty()) return OpenFile(path.string(), std::nullopt).model;
        Model random = RandomModel(Stories260KConfig(), 1, Precision::Float32, 0.0);
        random.config.begin_token = 1;
        return std::make_shared<const Model>(std::move(random));
    }();
    return model;
}

// --- The yardstick ----------------------------------------------------------------------------

void Put(std::vector<float>& all, const PackedMatrix<float>& packed) {
    const Matrix<float> matrix = Unpacked(packed);
    all.insert(all.end(), matrix.data(), matrix.data() + matrix.size());
}
void Put(std::vector<float>& all, const Vector<float>& vector) {
    all.insert(all.end(), vector.data(), vector.data() + vector.size());
}

// The weights in the order of plain_loop.h: all of one kind together, each for all layers.
std::vector<float> PlainWeights(const Weights<float>& weights) {
    std::vector<float> all;
    const auto put_each = [&](auto part) {
        for (const LayerWeights<float>& layer : weights.layers) Put(all, part(layer));
    };
    using L = LayerWeights<float>;
    Put(all, weights.token_embedding);
    put_each([](const L& layer) -> const auto& { return layer.attention_norm.gain; });
    put_each([](const L& layer) -> const auto& { return layer.query.weight; });
    put_each([](const L& layer) -> const auto& { return layer.key.weight; });
    put_each([](const L& layer) -> const auto& { return layer.value.weight; });
    put_each([](const L& layer) -> const auto& { return layer.attention_output.weight; });
    put_each([](const L& layer) -> const auto& { return layer.mlp_norm.gain; });
    put_each([](const L& layer) -> const auto& { return layer.gate.weight; });
    put_each([](const L& layer) -> const auto& { return layer.down.weight; });
    put_each([](const L& layer) -> const auto& { return layer.up.weight; });
    Put(all, weights.final_norm.gain);
    return all;
}

PlainShape PlainShapeOf(const Config& config) {
    return {config.d_model,  config.mlp_hidden,      config.layers,        config.query_heads,
            config.kv_heads, config.vocabulary_size, config.context_length};
}

void PlainCLoop(benchmark::State& state) {
    const PlainShape shape = PlainShapeOf(Stories()->config);
    const std::vector<float> weights = PlainWeights(std::get<Weights<float>>(*Stories()->weights));
    std::vector<int> ids(kTokens);
    for (auto _ : state) {
        if (PlainDecode(&shape, weights.data(), 1, kTokens, ids.data()) != 0) {
            state.SkipWithError("out of memory");
            break;
        }
        benchmark::DoNotOptimize(ids.data());
    }
    state.SetItemsProcessed(state.iterations() * kTokens);
}
BENCHMARK(PlainCLoop)->Unit(benchmark::kMillisecond);

// --- The engine -------------------------------------------------------------------------------

Recipe StoriesRecipe(int tokens) {
    Recipe recipe;
    recipe.model = Stories();
    recipe.tokens = tokens;
    return recipe;  // an empty prompt: it starts from the begin token
}

void EngineDecode(benchmark::State& state, Capture capture) {
    const Recipe recipe = StoriesRecipe(kTokens);
    std::int64_t tokens = 0;
    for (auto _ : state) {
        const Recording recording = Record(recipe, capture);
        tokens += recording.pass_count();
        benchmark::DoNotOptimize(recording.ids().data());
    }
    state.SetItemsProcessed(tokens);
}
BENCHMARK_CAPTURE(EngineDecode, LogitsOnly, Capture::LogitsOnly)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(EngineDecode, LastPosition, Capture::LastPosition)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(EngineDecode, Everything, Capture::Everything)->Unit(benchmark::kMillisecond);

// With each width of registers: a portable program takes the widest, which is the last row.
void EngineDecodeAtWidth(benchmark::State& state) {
    UseWidth(WidthsHere()[static_cast<std::size_t>(state.range(0))]);
    EngineDecode(state, Capture::LogitsOnly);
    UseWidth(WidthsHere().back());
}
BENCHMARK(EngineDecodeAtWidth)
    ->ArgName("width")
    ->DenseRange(0, static_cast<int>(WidthsHere().size()) - 1)
    ->Unit(benchmark::kMillisecond);

// --- How cost grows ---------------------------------------------------------------------------

// One decode pass after `range(0)` cached positions: linear in their number.
void DecodePassAtCacheLength(benchmark::State& state) {
    const auto length = static_cast<size_t>(state.range(0));
    const Engine engine(Stories());
    const std::vector<TokenId> prompt(length, 1);
    KvCache prefilled(*Stories());
    Counts counts;
    engine.Run(prompt, prefilled, Capture::LogitsOnly, counts);
    for (auto _ : state) {
        state.PauseTiming();
        KvCache cache = prefilled;
        cache.Reserve(static_cast<int>(length) + 1);
        state.ResumeTiming();
        benchmark::DoNotOptimize(
            engine.Run(std::span(prompt).first(1), cache, Capture::LogitsOnly, counts));
    }
    state.SetComplexityN(state.range(0));
}
BENCHMARK(DecodePassAtCacheLength)
    ->RangeMultiplier(2)
    ->Range(32, 511)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity(benchmark::oN);

// The shape of stories15M, with random weights.
ModelPtr Stories15M() {
    static const ModelPtr model = [] {
        Config config = Stories260KConfig();
        config.vocabulary_size = 32000;
        config.d_model = 288;
        config.layers = 6;
        config.query_heads = config.kv_heads = 6;
        config.head_dim = 48;
        config.attention_scale = InverseSquareRoot(48.0);
        config.mlp_hidden = 768;
        Model random = RandomModel(config, 1, Precision::Float32, 0.0);
        random.config.begin_token = 1;
        return std::make_shared<const Model>(std::move(random));
    }();
    return model;
}

// Looking at passes of a run of 200 that are not in memory any more: each is computed again from
// the cache (core/run/trace_memory.h). Items are passes.
void OlderPassAgain(benchmark::State& state) {
    Recipe recipe;
    recipe.model = Stories15M();
    recipe.tokens = 200;
    static const Recording recording = [&recipe] {
        Recording begun(recipe, std::make_shared<TraceMemory>(0));
        Decoder decoder(begun);
        while (PassPtr pass = decoder.Step()) begun.Append(std::move(pass));
        return begun;
    }();
    int pass = 0;
    for (auto _ : state) {
        pass = (pass + 37) % recording.pass_count();
        benchmark::DoNotOptimize(recording.TraceOf(recording.pass(pass)).bytes());
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(OlderPassAgain)->Unit(benchmark::kMillisecond);

// Selecting `range(0)` tokens without a cache, the whole prefix anew for each: quadratic in it.
void RecomputedDecode(benchmark::State& state) {
    const auto tokens = static_cast<size_t>(state.range(0));
    const Engine engine(Stories());
    const std::vector<TokenId> sequence(tokens, 1);
    Counts counts;
    for (auto _ : state) {
        for (size_t length = 1; length <= tokens; ++length) {
            KvCache empty(*Stories());
            benchmark::DoNotOptimize(
                engine.Run(std::span(sequence).first(length), empty, Capture::LogitsOnly, counts));
        }
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.SetComplexityN(state.range(0));
}
BENCHMARK(RecomputedDecode)
    ->RangeMultiplier(2)
    ->Range(8, 128)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNSquared);

}  // namespace
}  // namespace decodescope

int main(int argc, char** argv) {
    decodescope::KeepFreedMemory();  // as the program does
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
