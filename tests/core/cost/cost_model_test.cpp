// The modelled times: by hand, and by laws that hold for every shape, hardware and format.

#include "core/cost/cost_model.h"

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

bool IsBoundByArithmetic(Scenario scenario, double batch, double context) {
    scenario.batch = batch;
    scenario.context = context;
    return DecodeStepTime(scenario).bottleneck() == Bottleneck::Arithmetic;
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
//   cache       a position 2 · 32 · 4096 numbers: 524288 bytes; · 1024 / 3350e9 = 0.16026 ms
//   arithmetic  matrices 6607077376 (norms are not multiplied), and for attention
//               2 · 32 · 4096 · 1024: 6875512832 multiply-adds, · 2 / 989.5e12 = 13.897 µs
TEST_CASE("A step of LLaMA 2 7B takes the time that is computed by hand") {
    Scenario s = ScenarioOf("llama2-7b", "h100-sxm");
    const StepTime step = DecodeStepTime(s);
    CHECK(step.weights == Approx(6607347712.0 * 2 / 3350e9));
    CHECK(step.cache == Approx(524288.0 * 1024 / 3350e9));
    CHECK(step.arithmetic == Approx(2 * 6875512832.0 / 989.5e12));
    CHECK(step.total() == Approx(4.105e-3).epsilon(1e-3));
    CHECK(step.bottleneck() == Bottleneck::Weights);
    CHECK(RidgeOf(s) == Approx(295.4).epsilon(1e-3));
    // 6607347712 − 4096 numbers of weights and 4096 looked up fill as many bytes as so many rows of
    // cache.
    CHECK(ContextWhereCachePassesWeights(s) == Approx(6607347712.0 * 2 / 524288));
    // 80e9 − 13476831232 bytes, 536870912 a sequence: 123.9.
    CHECK(MemoryOf(s).largest_batch == 123);
    CHECK(MemoryOf(s).cache_per_token == 524288);
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
        CHECK(DecodeStepTime(faster).memory() == Approx(DecodeStepTime(s).memory() / 2));
        CHECK(DecodeStepTime(faster).arithmetic == DecodeStepTime(s).arithmetic);
        faster = s;
        for (double* rate : {&faster.hardware.rate_float32, &faster.hardware.rate_float16,
                             &faster.hardware.rate_float8, &faster.hardware.rate_int8}) {
            *rate *= 2;
        }
        CHECK(DecodeStepTime(faster).arithmetic == Approx(DecodeStepTime(s).arithmetic / 2));
        CHECK(RidgeOf(faster) == Approx(2 * RidgeOf(s)));
    }
}

TEST_CASE("Operations at the attainable rate take exactly the step's time") {
    for (Scenario s : AllScenarios()) {
        for (const double batch : {1, 37, 4096}) {
            s.batch = batch;
            for (const bool is_prefill : {false, true}) {
                const StepTime step = is_prefill ? PrefillTime(s) : DecodeStepTime(s);
                const RooflinePoint point = is_prefill ? PrefillPoint(s) : DecodePoint(s);
                const double operations = step.arithmetic * RateFor(s.hardware, s.weights);
                CHECK(operations / point.rate == Approx(step.total()));
                CHECK((point.intensity > RidgeOf(s)) ==
                      (step.bottleneck() == Bottleneck::Arithmetic));
            }
        }
    }
}

TEST_CASE("The bottleneck differs on both sides of the batch where arithmetic binds") {
    int found = 0, never = 0;
    for (Scenario s : AllScenarios()) {
        for (const double context : {1.0, 512.0, 8192.0, 100000.0}) {
            s.context = context;
            const std::optional<double> batch = BatchWhereArithmeticBinds(s);
            if (batch) {
                ++found;
                CHECK_FALSE(IsBoundByArithmetic(s, *batch * 0.999, context));
                CHECK(IsBoundByArithmetic(s, *batch * 1.001, context));
            } else {
                ++never;
                for (const double b : {1.0, 1e3, 1e6, 1e9})
                    CHECK_FALSE(IsBoundByArithmetic(s, b, context));
            }
        }
    }
    CHECK((found > 20 && never > 20));
}

TEST_CASE("The bottleneck differs on both sides of the context where memory and arithmetic meet") {
    int found = 0;
    for (Scenario s : AllScenarios()) {
        for (const double batch : {1.0, 256.0, 4096.0}) {
            s.batch = batch;
            const std::optional<double> context = ContextWhereArithmeticMeetsMemory(s);
            if (!context || *context < 1e-6) continue;
            ++found;
            CHECK(IsBoundByArithmetic(s, batch, *context * 0.999) !=
                  IsBoundByArithmetic(s, batch, *context * 1.001));
        }
    }
    CHECK(found > 20);
}

TEST_CASE("Cache traffic equals that of the weights at the context that is found") {
    for (Scenario s : AllScenarios()) {
        for (const double batch : {1.0, 16.0}) {
            s.batch = batch;
            s.context = ContextWhereCachePassesWeights(s);
            CHECK(DecodeStepTime(s).cache == Approx(DecodeStepTime(s).weights));
        }
    }
}

TEST_CASE("The largest batch fits and one more does not") {
    for (Scenario s : AllScenarios()) {
        const std::int64_t batch = MemoryOf(s).largest_batch;
        s.batch = static_cast<double>(batch);
        if (batch > 0) CHECK(MemoryOf(s).total() <= s.hardware.memory);
        s.batch += 1;
        CHECK(MemoryOf(s).total() > s.hardware.memory);
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
