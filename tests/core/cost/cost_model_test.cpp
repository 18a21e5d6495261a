// The modelled times: by hand, and by laws that hold for every shape, hardware and format.

#include "core/cost/cost_model.h"

#include <algorithm>

#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

const ModelShape& Shape(std::string_view name) { return ShapeNamed(name)->shape; }

Scenario ScenarioOf(std::string_view shape, std::string_view hardware) {
    return {.shape = CostShapeOf(Shape(shape)), .hardware = *HardwareNamed(hardware)};
}

// Every shape on every hardware, in formats that take turns.
std::vector<Scenario> AllScenarios() {
    std::vector<Scenario> all;
    for (const KnownShape& shape : KnownShapes()) {
        for (const Hardware& hardware : KnownHardware()) {
            Scenario scenario{.shape = CostShapeOf(shape.shape), .hardware = hardware};
            scenario.weights = static_cast<StorageFormat>(all.size() % kStorageFormatCount);
            scenario.cache = static_cast<StorageFormat>(all.size() / 2 % kStorageFormatCount);
            all.push_back(scenario);
        }
    }
    return all;
}

Scenario At(Scenario scenario, double batch, double context) {
    scenario.batch = batch;
    scenario.context = context;
    return scenario;
}

// As published: rounded in the papers ("7B"), exactly in the model files. LLaMA 2 7B by hand:
//
//   embedding and output          2 · 32000 · 4096                         262 144 000
//   a layer   attention 4 · 4096², MLP 3 · 4096 · 11008, norms 2 · 4096    202 383 360   · 32
//   final norm                                                                   4 096
//
// GPT-2: embeddings (50257 + 1024) · 768; a layer 12 · 768² and 13 · 768 biases and norms; final
// norm 2 · 768.
TEST_CASE("Shapes of well-known models have as many parameters as published") {
    const auto parameters = [](std::string_view name) {
        return ParameterCount(CostShapeOf(Shape(name)));
    };
    CHECK(parameters("llama2-7b") == 262144000 + 32 * std::int64_t{202383360} + 4096);
    CHECK(parameters("llama2-7b") == 6738415616);
    CHECK(parameters("llama2-13b") == 13015864320);
    CHECK(parameters("llama2-70b") == 68976648192);
    CHECK(parameters("llama3-8b") == 8030261248);
    CHECK(parameters("llama3-70b") == 70553706496);
    CHECK(parameters("llama3-405b") / 1000000000 == 405);
    CHECK(parameters("mistral-7b") == 7241732096);
    CHECK(parameters("qwen2.5-7b") == 7615616512);
    CHECK(parameters("gpt2") == 51281 * 768 + 12 * (12 * 768 * 768 + 13 * 768) + 2 * 768);
    CHECK(parameters("gpt2") == 124439808);
    CHECK(parameters("gpt2-xl") == 1557611200);
    CHECK(parameters("stories260k") == 260032);
    CHECK(parameters("tinystories-656k") / 1000 == 656);
}

TEST_CASE("A shape costs what a model of that configuration costs") {
    const Config config = Stories260KConfig();
    CostShape model = CostShapeOf(RandomModel(config, 1, Precision::Float32, 0));
    const CostShape known = CostShapeOf(Shape("stories260k"));
    const Workload work = WorkloadWithCache(7, 9);
    CHECK(CostOf(known, work).MultiplyAdds() == CostOf(model, work).MultiplyAdds());
    CHECK(CacheNumbersPerPosition(known.config) == CacheNumbersPerPosition(config));
    CHECK(ModelShapeOf(config) == Shape("stories260k"));
}

// LLaMA 2 7B, 16 bits, on an H100 of 3350 GB/s and 989.5 TFLOP/s; one sequence of 1024.
//
//   weights     all but the embedding, 6738415616 − 32000·4096 numbers, and a row of it: 6607347712
//               · 2 bytes / 3350e9 = 3.9447 ms
//   products    matrices 6607077376 (norms are not multiplied) · 2 / 989.5e12 = 13.354 µs
//   cache       a position 2 · 32 · 4096 numbers: 524288 bytes; · 1024 / 3350e9 = 0.16026 ms
//   attention   2 · 32 · 4096 · 1024 multiply-adds: 268435456, · 2 / 989.5e12 = 0.5426 µs
//
// Both parts wait for memory: 3.9447 + 0.16026 = 4.105 ms.
TEST_CASE("A step of LLaMA 2 7B takes the time that is computed by hand") {
    Scenario s = ScenarioOf("llama2-7b", "h100-sxm");
    const StepTime step = DecodeStepTime(s);
    CHECK(step.linear.reading == Approx(6607347712.0 * 2 / 3350e9));
    CHECK(step.linear.arithmetic == Approx(2 * 6607077376.0 / 989.5e12));
    CHECK(step.attention.reading == Approx(524288.0 * 1024 / 3350e9));
    CHECK(step.attention.arithmetic == Approx(2 * 268435456.0 / 989.5e12));
    CHECK(step.total() == Approx(4.105e-3).epsilon(1e-3));
    CHECK(step.bottleneck() == Bottleneck::Weights);
    CHECK(RidgeOf(s) == Approx(295.4).epsilon(1e-3));
    // 6607347712 numbers of weights fill as many bytes as 25205.03 rows of cache.
    CHECK(ContextWhereCachePassesWeights(s) == 25206);
    CHECK(ContextWhereAttentionPassesLinear(s) == 25206);
    // A sequence more has 4096 numbers of an embedding to read and 6607077376 multiply-adds to do:
    // (6607343616 + b·4096) · 2 / 3350e9 < b · 6607077376 · 2 / 989.5e12 from b = 295.45 on.
    CHECK(BatchWhereComputeBound(s) == 296);
    // 80e9 − 13476831232 bytes, 536870912 a sequence: 123.9.
    CHECK(MemoryOf(s).largest_batch == 123);
    CHECK(MemoryOf(s).cache_per_token == 524288);
    CHECK(FitsMemory(At(s, 123, 1024)));
    CHECK_FALSE(FitsMemory(At(s, 124, 1024)));
    CHECK_FALSE(At(s, 1, 4096).is_beyond_context());
    CHECK(At(s, 1, 4097).is_beyond_context());
}

// With 400 sequences the products take 5.342 ms and the weights 3.946 ms; the cache of 16 positions
// each takes 1.0016 ms and attention to them 3.4 µs. One maximum over the sums would be
// max(3.946 + 1.002, 5.342 + 0.003) = 5.345 ms, and lose that attention waits after the products.
TEST_CASE("Attention waits for its cache after the products and never during them") {
    const Scenario s = At(ScenarioOf("llama2-7b", "h100-sxm"), 400, 16);
    const StepTime step = DecodeStepTime(s);
    CHECK(step.linear.is_compute_bound());
    CHECK_FALSE(step.attention.is_compute_bound());
    CHECK(step.bottleneck() == Bottleneck::MatrixProducts);
    CHECK(step.total() == Approx(2 * 400 * 6607077376.0 / 989.5e12 + 400 * 16 * 524288.0 / 3350e9));
}

TEST_CASE("A larger batch and a longer context never take less time and never need less memory") {
    for (Scenario s : AllScenarios()) {
        double before = 0, memory_before = 0;
        for (const double batch : {1, 2, 8, 64, 512}) {
            s.batch = batch;
            s.context = 1024;
            const double total = DecodeStepTime(s).total();
            CHECK(total >= before);
            CHECK(MemoryOf(s).total() > memory_before);
            before = total;
            memory_before = MemoryOf(s).total();
            s.context = 2048;
            CHECK(DecodeStepTime(s).total() >= total);
            CHECK(PrefillTime(s).total() >= DecodeStepTime(s).total());
        }
    }
}

TEST_CASE("Twice the bandwidth halves memory time and twice the rate halves arithmetic") {
    for (const Scenario& s : AllScenarios()) {
        Scenario faster = s;
        faster.hardware.bandwidth *= 2;
        CHECK(DecodeStepTime(faster).reading() == Approx(DecodeStepTime(s).reading() / 2));
        CHECK(DecodeStepTime(faster).arithmetic() == DecodeStepTime(s).arithmetic());
        faster = s;
        for (double* rate : {&faster.hardware.rate_float32, &faster.hardware.rate_float16,
                             &faster.hardware.rate_float8, &faster.hardware.rate_int8}) {
            *rate *= 2;
        }
        CHECK(DecodeStepTime(faster).arithmetic() == Approx(DecodeStepTime(s).arithmetic() / 2));
        CHECK(RidgeOf(faster) == Approx(2 * RidgeOf(s)));
    }
}

TEST_CASE("A step takes no less than all its reading and than all its arithmetic") {
    for (const Scenario& scenario : AllScenarios()) {
        for (const double batch : {1, 37, 4096}) {
            for (const Scenario& s : {At(scenario, batch, 7), At(scenario, batch, 30000)}) {
                for (const StepTime& step : {DecodeStepTime(s), PrefillTime(s)}) {
                    CHECK(step.total() >= std::max(step.reading(), step.arithmetic()));
                    CHECK(step.total() <= step.reading() + step.arithmetic());
                }
            }
        }
    }
}

TEST_CASE("Operations at the rate of a point take exactly the time of what it stands for") {
    for (const Scenario& scenario : AllScenarios()) {
        for (const double batch : {1, 37, 4096}) {
            const Scenario s = At(scenario, batch, 1024);
            const double rate = RateFor(s.hardware, s.weights);
            for (const StepTime& step : {DecodeStepTime(s), PrefillTime(s)}) {
                CHECK(step.arithmetic() * rate / PointOf(s, step).rate == Approx(step.total()));
                for (const PartTime& part : {step.linear, step.attention}) {
                    const RooflinePoint point = PointOf(s, part);
                    CHECK(point.rate ==
                          Approx(std::min(rate, point.intensity * s.hardware.bandwidth)));
                    CHECK((point.intensity > RidgeOf(s)) == part.is_compute_bound());
                }
            }
        }
    }
}

TEST_CASE("Each crossing is the first whole number for which it holds") {
    int batches = 0, never = 0, caches = 0, others = 0;
    for (const Scenario& scenario : AllScenarios()) {
        for (const double n : {1.0, 512.0, 100000.0}) {
            for (const double b : {1.0, 256.0}) {
                const Scenario s = At(scenario, b, n);
                const auto check = [](const std::optional<std::int64_t>& first, auto holds) {
                    if (!first) return 0;
                    CHECK(holds(static_cast<double>(*first)));
                    if (*first > 1) CHECK_FALSE(holds(static_cast<double>(*first - 1)));
                    return 1;
                };
                const auto batch = BatchWhereComputeBound(s);
                never += !batch;
                batches += check(batch, [&](double at) {
                    return DecodeStepTime(At(s, at, n)).linear.is_compute_bound();
                });
                caches += check(ContextWhereCachePassesWeights(s), [&](double at) {
                    const StepTime step = DecodeStepTime(At(s, b, at));
                    return step.attention.reading > step.linear.reading;
                });
                others += check(ContextWhereAttentionPassesLinear(s), [&](double at) {
                    const StepTime step = DecodeStepTime(At(s, b, at));
                    return step.attention.total() > step.linear.total();
                });
            }
        }
    }
    CHECK((batches > 100 && caches > 100 && others > 100));
    CHECK(never == 0);  // the linear layers always are, with enough sequences
}

TEST_CASE("Whether the linear layers are compute-bound does not depend on the context") {
    for (const Scenario& s : AllScenarios()) {
        CHECK(BatchWhereComputeBound(At(s, 1, 1)) == BatchWhereComputeBound(At(s, 1, 1e6)));
    }
}

TEST_CASE("Whether attention is compute-bound depends on neither batch nor context") {
    for (const Scenario& s : AllScenarios()) {
        const bool is_bound = DecodeStepTime(At(s, 1, 1)).attention.is_compute_bound();
        for (const double batch : {7.0, 4096.0}) {
            CHECK(DecodeStepTime(At(s, batch, 3e5)).attention.is_compute_bound() == is_bound);
        }
    }
}

TEST_CASE("The largest batch fits and one more does not") {
    for (Scenario s : AllScenarios()) {
        const std::int64_t batch = MemoryOf(s).largest_batch;
        s.batch = static_cast<double>(batch);
        if (batch > 0) CHECK(FitsMemory(s));
        s.batch += 1;
        CHECK_FALSE(FitsMemory(s));
    }
}

TEST_CASE("Each format halves the weights or keeps them and 4 bits are multiplied in 16") {
    Scenario s = ScenarioOf("llama3-8b", "h100-sxm");
    double before = 1e300;
    for (const StorageFormatInfo& format : StorageFormats()) {
        CHECK(InfoOf(format.format).name == format.name);
        s.weights = format.format;
        const double bytes = MemoryOf(s).weights;
        CHECK(bytes <= before);
        CHECK(bytes == 8030261248 * format.bytes);
        before = bytes;
    }
    CHECK(RateFor(s.hardware, StorageFormat::Int4) == s.hardware.rate_float16);
    CHECK(IsWidened(s.hardware, StorageFormat::Int4));
    CHECK_FALSE(IsWidened(s.hardware, StorageFormat::Float8));
    const Hardware& a100 = *HardwareNamed("a100-80gb");
    CHECK(RateFor(a100, StorageFormat::Float8) == a100.rate_float16);
    CHECK(IsWidened(a100, StorageFormat::Float8));
}

TEST_CASE("Fewer KV heads need less cache in proportion and no more weights") {
    Scenario s = ScenarioOf("llama2-7b", "h100-sxm");
    const MemoryNeed all = MemoryOf(s);
    ModelShape shape = Shape("llama2-7b");
    for (const int heads : {16, 8, 4, 2, 1}) {
        shape.kv_heads = heads;
        s.shape = CostShapeOf(shape);
        CHECK(MemoryOf(s).cache_per_token == all.cache_per_token * heads / 32);
        CHECK(MemoryOf(s).weights < all.weights);
    }
}

TEST_CASE("Every row of the tables is whole and has a source") {
    for (const KnownShape& known : KnownShapes()) {
        INFO(known.name);
        CHECK_NOTHROW(Validate(known.shape));
        CHECK_FALSE(known.source.empty());
        CHECK(known.shape.context_length >= 512);
    }
    for (const Hardware& hardware : KnownHardware()) {
        INFO(hardware.name);
        CHECK(hardware.rate_float16 > hardware.rate_float32);
        CHECK(hardware.bandwidth > 1e11);
        CHECK(hardware.memory > 1e10);
        CHECK_FALSE(hardware.source.empty());
    }
    ModelShape bad = Shape("gpt2");
    bad.kv_heads = 5;
    CHECK_THROWS_AS(Validate(bad), Error);
}

}  // namespace
}  // namespace decodescope
