// Modelled times: how long a step would take on hardware that reads memory and multiplies at its
// data sheet's rates. Nothing here is counted or measured, and none of it looks at a run.
//
// The model. A decode step of b sequences, each attending to n positions, its own included, takes
//
//   weights     W / bandwidth      all that a pass reads of the weights, once for the whole batch
//   cache       b·n·k / bandwidth  k bytes of K and V per position: n − 1 read, its own written
//   arithmetic  2·A / rate         A multiply-adds, each a multiplication and an addition
//
// Reading and multiplying overlap, so the step takes max(weights + cache, arithmetic). What else
// takes time is left out: activations, kernels' starts, communication. So the step is never faster
// than this.
#pragma once

#include <array>
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
    int learned_positions = 0;  // rows of the position embedding

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

// What is modelled. Batch and context may be fractions: where something changes is found between
// them.
struct Scenario {
    CostShape shape;
    StorageFormat weights = StorageFormat::Float16, cache = StorageFormat::Float16;
    Hardware hardware;
    double batch = 1;
    double context = 1024;
};

enum class Bottleneck { Weights, Cache, Arithmetic };
constexpr std::array<std::string_view, 3> kBottleneckNames = {"weights", "cache", "arithmetic"};
constexpr std::string_view NameOf(Bottleneck bottleneck) {
    return kBottleneckNames[static_cast<size_t>(bottleneck)];
}

// Seconds.
struct StepTime {
    double weights = 0, cache = 0, arithmetic = 0;

    double memory() const { return weights + cache; }
    double total() const { return memory() > arithmetic ? memory() : arithmetic; }
    Bottleneck bottleneck() const {
        if (arithmetic > memory()) return Bottleneck::Arithmetic;
        return cache > weights ? Bottleneck::Cache : Bottleneck::Weights;
    }
};

StepTime DecodeStepTime(const Scenario& scenario);

// The prompts of the whole batch in one pass, `context` tokens each.
StepTime PrefillTime(const Scenario& scenario);

// A point of the roofline (Williams, Waterman and Patterson 2009): operations for each byte that
// comes from memory, and how many of them a second are possible: min(rate, intensity · bandwidth).
struct RooflinePoint {
    double intensity = 0;  // operations a byte
    double rate = 0;       // operations a second
};

RooflinePoint DecodePoint(const Scenario& scenario);
RooflinePoint PrefillPoint(const Scenario& scenario);

// The intensity from which on arithmetic is the limit: rate / bandwidth.
double RidgeOf(const Scenario& scenario);

// The batch beyond which a decode step is bound by arithmetic. Empty: never, because each
// sequence's own cache takes longer to read than its arithmetic.
std::optional<double> BatchWhereArithmeticBinds(const Scenario& scenario);

// The context at which a step's cache traffic equals that of the weights.
double ContextWhereCachePassesWeights(const Scenario& scenario);

// The context at which memory time and arithmetic time are equal. Empty: at none from 0 on.
std::optional<double> ContextWhereArithmeticMeetsMemory(const Scenario& scenario);

struct MemoryNeed {
    double weights = 0;              // bytes, of all parameters
    double cache_per_token = 0;      // bytes of K and V for a position
    double cache = 0;                // of the batch
    std::int64_t largest_batch = 0;  // that fits beside the weights; 0 where not one does

    double total() const { return weights + cache; }
};

MemoryNeed MemoryOf(const Scenario& scenario);

}  // namespace decodescope
