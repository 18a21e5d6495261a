#include "core/cost/cost_model.h"

#include <algorithm>
#include <cmath>

namespace decodescope {
namespace {

// --- The terms of a step -------------------------------------------------------------------------
//
// Every cost is a sum of kinds of work (cost.h), so a step of b sequences over n positions has
//
//   bytes       W + b·e + b·n·k   W of the weights, e of one embedding row, k of a cache row
//   arithmetic  b·(F + f·n)       F multiply-adds in any context, f more for each position

struct Terms {
    double weight_bytes, looked_up_bytes, cache_row_bytes;  // W, e, k
    double fixed, per_pair;                                 // F, f: multiply-adds
};

double BytesOf(StorageFormat format) { return InfoOf(format).bytes; }

double MultiplyAdds(const CostShape& shape, const Workload& work) {
    return static_cast<double>(CostOf(shape, work).MultiplyAdds());
}

Terms TermsOf(const Scenario& s) {
    const auto weights = [&](const Workload& work) {
        return static_cast<double>(CostOf(s.shape, work).WeightsRead()) * BytesOf(s.weights);
    };
    return {.weight_bytes = weights({.passes = 1}),
            .looked_up_bytes = weights({.positions = 1}),
            .cache_row_bytes =
                static_cast<double>(CacheNumbersPerPosition(s.shape.config)) * BytesOf(s.cache),
            .fixed = MultiplyAdds(s.shape, {.sequences = 1, .positions = 1}),
            .per_pair = MultiplyAdds(s.shape, {.pairs = 1})};
}

double RateOf(const Scenario& s) { return RateFor(s.hardware, s.weights); }

// Multiply-adds of a prompt of n tokens: n·(n+1)/2 pairs, logits of the last position alone.
double PromptMultiplyAdds(const Scenario& s) {
    const double n = s.context;
    return MultiplyAdds(s.shape, {.sequences = 1}) + n * MultiplyAdds(s.shape, {.positions = 1}) +
           n * (n + 1) / 2 * MultiplyAdds(s.shape, {.pairs = 1});
}

RooflinePoint PointOf(const Scenario& s, const StepTime& time) {
    const double operations = time.arithmetic * RateOf(s);
    const double intensity = operations / (time.memory() * s.hardware.bandwidth);
    return {.intensity = intensity, .rate = std::min(RateOf(s), intensity * s.hardware.bandwidth)};
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
    const Terms t = TermsOf(s);
    const double b = s.batch, n = s.context;
    return {.weights = (t.weight_bytes + b * t.looked_up_bytes) / s.hardware.bandwidth,
            .cache = b * n * t.cache_row_bytes / s.hardware.bandwidth,
            .arithmetic = 2 * b * (t.fixed + t.per_pair * n) / RateOf(s)};
}

// K and V of all b·n positions are written; attention over them reads no more from memory than
// that.
StepTime PrefillTime(const Scenario& s) {
    const Terms t = TermsOf(s);
    const double b = s.batch, n = s.context;
    return {.weights = (t.weight_bytes + b * n * t.looked_up_bytes) / s.hardware.bandwidth,
            .cache = b * n * t.cache_row_bytes / s.hardware.bandwidth,
            .arithmetic = 2 * b * PromptMultiplyAdds(s) / RateOf(s)};
}

RooflinePoint DecodePoint(const Scenario& scenario) {
    return PointOf(scenario, DecodeStepTime(scenario));
}

RooflinePoint PrefillPoint(const Scenario& scenario) {
    return PointOf(scenario, PrefillTime(scenario));
}

double RidgeOf(const Scenario& scenario) { return RateOf(scenario) / scenario.hardware.bandwidth; }

// (W + b·(e + n·k)) / bandwidth = 2·b·(F + f·n) / rate, solved for b:
// b = W/bandwidth / (2·(F + f·n)/rate − (e + n·k)/bandwidth), where that is positive.
std::optional<double> BatchWhereArithmeticBinds(const Scenario& s) {
    const Terms t = TermsOf(s);
    const double bandwidth = s.hardware.bandwidth, n = s.context;
    const double gain = 2 * (t.fixed + t.per_pair * n) / RateOf(s) -
                        (t.looked_up_bytes + n * t.cache_row_bytes) / bandwidth;
    if (!(gain > 0)) return std::nullopt;
    return t.weight_bytes / bandwidth / gain;
}

// b·n·k = W + b·e, solved for n.
double ContextWhereCachePassesWeights(const Scenario& s) {
    const Terms t = TermsOf(s);
    return (t.weight_bytes + s.batch * t.looked_up_bytes) / (s.batch * t.cache_row_bytes);
}

// (W + b·e + b·n·k) / bandwidth = 2·b·(F + f·n) / rate, solved for n:
// n = (2·b·F/rate − (W + b·e)/bandwidth) / (b·(k/bandwidth − 2·f/rate)).
std::optional<double> ContextWhereArithmeticMeetsMemory(const Scenario& s) {
    const Terms t = TermsOf(s);
    const double bandwidth = s.hardware.bandwidth, rate = RateOf(s), b = s.batch;
    const double context =
        (2 * b * t.fixed / rate - (t.weight_bytes + b * t.looked_up_bytes) / bandwidth) /
        (b * (t.cache_row_bytes / bandwidth - 2 * t.per_pair / rate));
    if (!std::isfinite(context) || context < 0) return std::nullopt;
    return context;
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
