// Modelled times: how long a step would take on hardware that reads memory and multiplies at its
// data sheet's rates. Nothing here is counted or measured, and none of it looks at a run.
//
// The model. A decode step of b sequences, each attending to n positions, its own included, has two
// parts, which take turns in every layer and cannot overlap: each needs what the other one made.
//
//   linear layers   weights          (W + rows) / bandwidth   all weights, once for the whole
//   batch,
//                                                             and the embeddings of its tokens
//                   matrix products  2·b·F / rate             F multiply-adds per sequence
//   attention       cache            b·n·k / bandwidth        k bytes of K and V per position:
//                                                             n − 1 read, its own written
//                   attention        2·b·n·f / rate           f multiply-adds per position read
//
// Inside a part, reading and arithmetic overlap, so a step takes
//
//   max(weights, matrix products) + max(cache, attention).
//
// What else takes time is left out: activations, kernel launches, communication. So this is a lower
// bound. A matrix product is a multiplication and an addition per multiply-add, which is the 2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/cost/cost.h"

namespace decodescope {

// --- Number formats ------------------------------------------------------------------------------

enum class StorageFormat { Float32, Float16, Float8, Int8, Int4, Count };

struct StorageFormatInfo {
    StorageFormat format;
    std::string_view name;  // as typed
    std::string_view title;
    double bytes;  // a number; scales of blocks are left out
};

constexpr int kStorageFormatCount = static_cast<int>(StorageFormat::Count);
const StorageFormatInfo& InfoOf(StorageFormat format);
std::span<const StorageFormatInfo> StorageFormats();

// --- Model shapes --------------------------------------------------------------------------------

enum class Biases { None, QueryKeyValue, All };

// A transformer by its sizes: attention with all four projections, an MLP, residuals, two norms a
// layer and a final one. LayerNorm where all biases are there, else RMSNorm.
struct ModelShape {
    int layers = 1, d_model = 64, query_heads = 1, kv_heads = 1, head_dim = 64;
    int mlp_hidden = 256;
    bool gated = true;  // SwiGLU: three matrices instead of two
    int vocabulary = 32000;
    bool tied = false;
    Biases biases = Biases::None;
    bool learned_positions = false;  // an embedding of each
    int context_length = 0;          // most positions that it was made for; 0: not known

    friend bool operator==(const ModelShape&, const ModelShape&) = default;
};

struct KnownShape {
    std::string_view name;  // as typed
    std::string_view title;
    ModelShape shape;
    std::string_view source;
};

std::span<const KnownShape> KnownShapes();
const KnownShape* ShapeNamed(std::string_view name);  // null: there is none

CostShape CostShapeOf(const ModelShape& shape);

// A model's shape as near as ModelShape can say it: to begin editing from.
ModelShape ModelShapeOf(const Config& config);

// Throws Error where no model can have it, in the words of Validate.
void Validate(const ModelShape& shape);

// --- Hardware ------------------------------------------------------------------------------------

// Rates of dense arithmetic: multiplications and additions a second; 0 where it has none of its
// own.
struct Hardware {
    std::string_view name;  // as typed
    std::string_view title;
    double bandwidth = 0;  // bytes a second
    double rate_float32 = 0, rate_float16 = 0, rate_float8 = 0, rate_int8 = 0;
    double memory = 0;  // bytes; GB are 10⁹, as data sheets have them
    std::string_view source;

    friend bool operator==(const Hardware&, const Hardware&) = default;
};

std::span<const Hardware> KnownHardware();
const Hardware* HardwareNamed(std::string_view name);  // null: there is none

// The rate at which weights of a format are multiplied. Where the hardware has no arithmetic in the
// format (8 bits on some, 4 bits on all here) they are widened first, and the rate is that of 16
// bits.
double RateFor(const Hardware& hardware, StorageFormat weights);
bool IsWidened(const Hardware& hardware, StorageFormat weights);

// --- Results -------------------------------------------------------------------------------------

// What is modelled.
struct Scenario {
    CostShape shape;
    StorageFormat weights = StorageFormat::Float16, cache = StorageFormat::Float16;
    Hardware hardware;
    double batch = 1;
    double context = 1024;

    // Whether the context is longer than what the model was made for.
    bool is_beyond_context() const {
        const int own = shape.config.context_length;
        return own > 0 && context > own;
    }
};

// One part of a step, in seconds: what is read, and meanwhile multiplied.
struct PartTime {
    double reading = 0, arithmetic = 0;

    double total() const { return std::max(reading, arithmetic); }
    bool is_compute_bound() const { return arithmetic > reading; }
};

// What a step waits for longest.
enum class Bottleneck { Weights, MatrixProducts, Cache, Attention };

struct StepTime {
    PartTime linear;     // weights, matrix products
    PartTime attention;  // cache, scores and weighted sums

    double reading() const { return linear.reading + attention.reading; }
    double arithmetic() const { return linear.arithmetic + attention.arithmetic; }
    double total() const { return linear.total() + attention.total(); }
    Bottleneck bottleneck() const {
        if (attention.total() > linear.total()) {
            return attention.is_compute_bound() ? Bottleneck::Attention : Bottleneck::Cache;
        }
        return linear.is_compute_bound() ? Bottleneck::MatrixProducts : Bottleneck::Weights;
    }
};

StepTime DecodeStepTime(const Scenario& scenario);

// The prompts of the whole batch in one pass, `context` tokens each.
StepTime PrefillTime(const Scenario& scenario);

// A point of the roofline (Williams, Waterman and Patterson 2009): operations for each byte that
// comes from memory, and how many of them are done in a second. A part of a step is on the roof,
// min(rate, intensity · bandwidth); a whole step is below it, as its parts take turns.
struct RooflinePoint {
    double intensity = 0;  // operations a byte
    double rate = 0;       // operations a second
};

RooflinePoint PointOf(const Scenario& scenario, const PartTime& part);
RooflinePoint PointOf(const Scenario& scenario, const StepTime& step);

// The intensity from which on arithmetic is the limit: rate / bandwidth.
double RidgeOf(const Scenario& scenario);

// --- Where something changes. The first whole batch or context for which it holds; empty: none.

// The linear layers of a decode step are compute-bound. It does not depend on the context.
std::optional<std::int64_t> BatchWhereComputeBound(const Scenario& scenario);

// Reading the cache takes longer than reading the weights.
std::optional<std::int64_t> ContextWhereCachePassesWeights(const Scenario& scenario);

// Attention takes longer than the linear layers.
std::optional<std::int64_t> ContextWhereAttentionPassesLinear(const Scenario& scenario);

// All reading together takes longer than all arithmetic together, or the other way around: what at
// a context of 1 it does not.
std::optional<std::int64_t> ContextWhereArithmeticMeetsMemory(const Scenario& scenario);

// --- Memory

struct MemoryNeed {
    double weights = 0;              // bytes, of all parameters
    double cache_per_token = 0;      // bytes of K and V for a position
    double cache = 0;                // of the batch
    std::int64_t largest_batch = 0;  // that fits beside the weights; 0 where not one does

    double total() const { return weights + cache; }
};

// Whether weights and cache fit the hardware's memory. A time of what does not fit is that of
// larger memory, equally fast.
bool FitsMemory(const Scenario& scenario);

MemoryNeed MemoryOf(const Scenario& scenario);

}  // namespace decodescope
