#include "core/cost/cost_model.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

// --- The terms of a step -------------------------------------------------------------------------

// Every cost is a sum of kinds of work (cost.h), so a step is one of these.
struct Terms {
    double weight_bytes;              // W, once a pass
    double token_row, position_row;   // bytes of an embedding; 0 where it is not there
    double cache_row;                 // k: bytes of K and V of a position
    double per_position, per_logits;  // multiply-adds of a position, and of a sequence's last one
    double per_pair;                  // f: of a position and a row that it sees
};

double BytesOf(StorageFormat format) { return InfoOf(format).bytes; }

Terms TermsOf(const Scenario& s) {
    const auto bytes = [&](const Workload& work) {
        return static_cast<double>(CostOf(s.shape, work).WeightsRead()) * BytesOf(s.weights);
    };
    const auto multiply_adds = [&](const Workload& work) {
        return static_cast<double>(CostOf(s.shape, work).MultiplyAdds());
    };
    return {.weight_bytes = bytes({.passes = 1}),
            .token_row = bytes({.token_rows = 1}),
            .position_row = bytes({.position_rows = 1}),
            .cache_row =
                static_cast<double>(CacheNumbersPerPosition(s.shape.config)) * BytesOf(s.cache),
            .per_position = multiply_adds({.positions = 1}),
            .per_logits = multiply_adds({.sequences = 1}),
            .per_pair = multiply_adds({.pairs = 1})};
}

double RateOf(const Scenario& s) { return RateFor(s.hardware, s.weights); }

// A pass in which each sequence of the batch processes `positions`, attending to `pairs` rows in
// all of them, and has `context` in the cache at the end. All of its tokens are other ones, as far
// as the vocabulary goes; the positions of all sequences are the same.
struct PassOfBatch {
    double positions, pairs;
};

StepTime TimeOf(const Scenario& s, const PassOfBatch& pass) {
    const Terms t = TermsOf(s);
    const double b = s.batch, bandwidth = s.hardware.bandwidth, rate = RateOf(s);
    const double tokens =
        std::min(b * pass.positions, static_cast<double>(s.shape.config.vocabulary_size));
    const double weights = t.weight_bytes + tokens * t.token_row + pass.positions * t.position_row;
    const double products = b * (pass.positions * t.per_position + t.per_logits);
    return {.linear = {.reading = weights / bandwidth, .arithmetic = 2 * products / rate},
            .attention = {.reading = b * s.context * t.cache_row / bandwidth,
                          .arithmetic = 2 * b * pass.pairs * t.per_pair / rate}};
}

RooflinePoint PointAt(const Scenario& s, double reading, double arithmetic, double total) {
    const double operations = arithmetic * RateOf(s);
    return {.intensity = operations / (reading * s.hardware.bandwidth), .rate = operations / total};
}

// --- Where something changes ---------------------------------------------------------------------

// The first whole number from 1 on for which something holds that goes on to hold.
template <class Holds>
std::optional<std::int64_t> FirstWhole(Holds holds) {
    constexpr std::int64_t kMost = std::int64_t{1} << 50;
    std::int64_t below = 0, at = 1;
    for (; !holds(static_cast<double>(at)); at *= 2) {
        if (at >= kMost) return std::nullopt;
        below = at;
    }
    while (at - below > 1) {
        const std::int64_t middle = below + (at - below) / 2;
        (holds(static_cast<double>(middle)) ? at : below) = middle;
    }
    return at;
}

// The first context for which something holds of a decode step.
template <class Holds>
std::optional<std::int64_t> FirstContext(const Scenario& scenario, Holds holds) {
    return FirstWhole([&](double context) {
        Scenario at = scenario;
        at.context = context;
        return holds(DecodeStepTime(at));
    });
}

}  // namespace

double RateFor(const Hardware& hardware, StorageFormat weights) {
    switch (weights) {
        case StorageFormat::Float32: return hardware.rate_float32;
        case StorageFormat::Float8:
            return hardware.rate_float8 > 0 ? hardware.rate_float8 : hardware.rate_float16;
        case StorageFormat::Int8:
            return hardware.rate_int8 > 0 ? hardware.rate_int8 : hardware.rate_float16;
        case StorageFormat::Float16:
        case StorageFormat::Int4:
        case StorageFormat::Count: break;
    }
    return hardware.rate_float16;
}

bool IsWidened(const Hardware& hardware, StorageFormat weights) {
    return weights == StorageFormat::Int4 ||
           (weights == StorageFormat::Float8 && hardware.rate_float8 <= 0) ||
           (weights == StorageFormat::Int8 && hardware.rate_int8 <= 0);
}

StepTime DecodeStepTime(const Scenario& s) {
    return TimeOf(s, {.positions = 1, .pairs = s.context});
}

// K and V of all b·n positions are written; attention over them reads no more from memory than
// that. Position i sees i + 1 rows: n·(n + 1)/2 pairs.
StepTime PrefillTime(const Scenario& s) {
    const double n = s.context;
    return TimeOf(s, {.positions = n, .pairs = n * (n + 1) / 2});
}

RooflinePoint PointOf(const Scenario& scenario, const PartTime& part) {
    return PointAt(scenario, part.reading, part.arithmetic, part.total());
}

RooflinePoint PointOf(const Scenario& scenario, const StepTime& step) {
    return PointAt(scenario, step.reading(), step.arithmetic(), step.total());
}

double RidgeOf(const Scenario& scenario) { return RateOf(scenario) / scenario.hardware.bandwidth; }

std::optional<std::int64_t> BatchWhereComputeBound(const Scenario& scenario) {
    return FirstWhole([&](double batch) {
        Scenario at = scenario;
        at.batch = batch;
        return DecodeStepTime(at).linear.is_compute_bound();
    });
}

std::optional<std::int64_t> ContextWhereCachePassesWeights(const Scenario& scenario) {
    return FirstContext(scenario, [](const StepTime& step) {
        return step.attention.reading > step.linear.reading;
    });
}

std::optional<std::int64_t> ContextWhereAttentionPassesLinear(const Scenario& scenario) {
    return FirstContext(scenario, [](const StepTime& step) {
        return step.attention.total() > step.linear.total();
    });
}

std::optional<std::int64_t> ContextWhereArithmeticMeetsMemory(const Scenario& scenario) {
    Scenario shortest = scenario;
    shortest.context = 1;
    const auto is_compute_bound = [](const StepTime& step) {
        return step.arithmetic() > step.reading();
    };
    const bool at_first = is_compute_bound(DecodeStepTime(shortest));
    return FirstContext(scenario,
                        [&](const StepTime& step) { return is_compute_bound(step) != at_first; });
}

bool FitsMemory(const Scenario& scenario) {
    return MemoryOf(scenario).total() <= scenario.hardware.memory;
}

MemoryNeed MemoryOf(const Scenario& s) {
    MemoryNeed need;
    need.weights = static_cast<double>(ParameterCount(s.shape)) * BytesOf(s.weights);
    need.cache_per_token =
        static_cast<double>(CacheNumbersPerPosition(s.shape.config)) * BytesOf(s.cache);
    const double sequence = s.context * need.cache_per_token;
    need.cache = s.batch * sequence;
    need.largest_batch = static_cast<std::int64_t>(
        std::max(0.0, std::floor((s.hardware.memory - need.weights) / sequence)));
    return need;
}

}  // namespace decodescope
