// Models of 15 and 110 million parameters beside the plain C loop; weights as files store them;
// prefill; threads. Compare within one run: items_per_second are tokens.
//
//   PlainDecodeOf/110M, DecodeOf/110M_F32     the engine must not be slower
//   DecodeOf/110M_F16, _BF16, _Q8_0           half to a quarter of the bytes of F32
//   PrefillOf/110M_F32                        256 positions at once
//   .../threads:2                             by two threads: compare the real time
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/plain_loop.h"
#include "core/engine/engine.h"
#include "core/kernel/threads.h"
#include "core/model/weights.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

// As stories15M and stories110M of llama2.c.
Config ConfigOf15M() {
    Config config = Stories260KConfig();
    config.vocabulary_size = 32000;
    config.d_model = 288;
    config.layers = 6;
    config.query_heads = config.kv_heads = 6;
    config.head_dim = 48;
    config.mlp_hidden = 768;
    config.context_length = 256;
    return config;
}
Config ConfigOf110M() {
    Config config = ConfigOf15M();
    config.d_model = 768;
    config.layers = 12;
    config.query_heads = config.kv_heads = 12;
    config.head_dim = 64;
    config.mlp_hidden = 2048;
    config.context_length = 1024;
    return config;
}

// Bytes of a row in a form, of numbers below 1. How fast they multiply does not depend on them.
std::string StoredRow(StoredForm form, std::int64_t columns, std::minstd_rand& random) {
    std::string bytes;
    for (std::int64_t i = 0; i < columns; ++i) {
        if (form == StoredForm::Q8_0 && i % kBlockColumns == 0) bytes += std::string("\x00\x1C", 2);
        bytes += static_cast<char>(random());
        if (form == StoredForm::F16) bytes += static_cast<char>(0x28 + random() % 4);
        if (form == StoredForm::BF16) bytes += static_cast<char>(0x3C + random() % 2);
    }
    return bytes;
}

// A model whose matrices are kept in this form; made once, one at a time.
ModelPtr ShapedModel(const Config& config, StoredForm form) {
    static ModelPtr model;
    static std::pair<int, StoredForm> made;
    if (model && made == std::pair(config.d_model, form)) return model;
    model = nullptr;
    Model random = RandomModel(config, 1, Precision::Float32, 0.0);
    const auto store = [&]<class Dense>(TensorAt, Dense& numbers) {
        if constexpr (std::is_same_v<Dense, PackedMatrix<float>>) {
            if (form == StoredForm::Numbers || numbers.size() == 0) return;
            std::minstd_rand generator(1);
            numbers.ResizeAs(form, numbers.rows(), numbers.cols());
            for (Eigen::Index row = 0; row < numbers.rows(); ++row) {
                numbers.SetStoredRow(row, StoredRow(form, numbers.cols(), generator).data());
            }
        }
    };
    ForEachParameter(std::get<Weights<float>>(*random.weights), store);
    model = std::make_shared<const Model>(std::move(random));
    made = {config.d_model, form};
    return model;
}

void PlainDecodeOf(benchmark::State& state, const Config& config) {
    const PlainShape shape{config.d_model,       config.mlp_hidden, config.layers,
                           config.query_heads,   config.kv_heads,   config.vocabulary_size,
                           config.context_length};
    std::vector<float> weights(static_cast<std::size_t>(PlainWeightCount(&shape)));
    std::minstd_rand random(1);
    for (float& weight : weights) weight = static_cast<float>(random() % 2001) / 50000.0f - 0.02f;
    constexpr int kTokens = 32;
    std::vector<int> ids(kTokens);
    for (auto _ : state) {
        if (PlainDecode(&shape, weights.data(), 1, kTokens, ids.data()) != 0) {
            state.SkipWithError("out of memory");
            break;
        }
    }
    state.SetItemsProcessed(state.iterations() * kTokens);
}

void DecodeOf(benchmark::State& state, const Config& config, StoredForm form) {
    const ModelPtr model = ShapedModel(config, form);
    LimitThreads(static_cast<int>(state.range(0)));
    const Engine engine(model);
    constexpr int kTokens = 32;
    const std::vector<TokenId> token{1};
    for (auto _ : state) {
        KvCache cache(*model);
        Counts counts;
        for (int i = 0; i < kTokens; ++i) {
            benchmark::DoNotOptimize(engine.Run(token, cache, Capture::LogitsOnly, counts));
        }
    }
    state.SetItemsProcessed(state.iterations() * kTokens);
}

void PrefillOf(benchmark::State& state, const Config& config) {
    const ModelPtr model = ShapedModel(config, StoredForm::Numbers);
    LimitThreads(static_cast<int>(state.range(0)));
    const Engine engine(model);
    const std::vector<TokenId> prompt(256, 1);
    for (auto _ : state) {
        KvCache cache(*model);
        Counts counts;
        benchmark::DoNotOptimize(engine.Run(prompt, cache, Capture::LogitsOnly, counts));
    }
    state.SetItemsProcessed(state.iterations() * std::ssize(prompt));
}

void Threaded(benchmark::internal::Benchmark* row) {
    row->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
}
void Alone(benchmark::internal::Benchmark* row) {
    row->ArgName("threads")->Arg(1)->UseRealTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(PlainDecodeOf, 15M, ConfigOf15M())->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(DecodeOf, 15M_F32, ConfigOf15M(), StoredForm::Numbers)->Apply(Threaded);
BENCHMARK_CAPTURE(PlainDecodeOf, 110M, ConfigOf110M())
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(DecodeOf, 110M_F32, ConfigOf110M(), StoredForm::Numbers)->Apply(Threaded);
BENCHMARK_CAPTURE(PrefillOf, 110M_F32, ConfigOf110M())->Apply(Threaded);
BENCHMARK_CAPTURE(DecodeOf, 110M_F16, ConfigOf110M(), StoredForm::F16)->Apply(Alone);
BENCHMARK_CAPTURE(DecodeOf, 110M_BF16, ConfigOf110M(), StoredForm::BF16)->Apply(Alone);
BENCHMARK_CAPTURE(DecodeOf, 110M_Q8_0, ConfigOf110M(), StoredForm::Q8_0)->Apply(Alone);

}  // namespace
}  // namespace decodescope
