// What a pass costs, by closed formulas: from a model's shape and how much work there is to the
// same counts that the engine counts where it does them (Counts, engine.h). Tests hold the two
// equal.
//
// Workload is how much of each kind there is; every cost is a sum of its kinds, each times a
// constant of the model. For n new positions after m cached ones,
//
//   passes 1 · positions n · pairs n·m + n·(n+1)/2 · rows m + n · embedding rows up to n
//
//   row \ position  m  m+1  m+2     A pair is a query's position and a cached row that it reads:
//              0    x   x    x      its own and all before it. n = 3, m = 2 has 3·2 + 3·4/2 = 12
//              1    x   x    x      of them, in m + n = 5 rows.
//              m    x   x    x
//            m+1        x    x
//            m+2             x
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/engine/engine.h"
#include "core/model/model.h"

namespace decodescope {

struct Workload {
    std::int64_t passes = 0;         // over the weights
    std::int64_t sequences = 0;      // whose last position goes on to logits, in each pass
    std::int64_t positions = 0;      // processed
    std::int64_t pairs = 0;          // of a query's position and a row that it sees
    std::int64_t rows = 0;           // of the cache, read: each once a pass and sequence
    std::int64_t token_rows = 0;     // of the token embedding, read: each once a pass
    std::int64_t position_rows = 0;  // of the position embedding, if there is one: likewise

    Workload& operator+=(const Workload& other);
    friend bool operator==(const Workload&, const Workload&) = default;
};

// One pass of one sequence: `positions` new ones after `cached` ones.
Workload WorkloadOfPass(std::int64_t cached, std::int64_t positions);

// `batch` sequences, each like that, in one pass over the weights.
Workload WorkloadOfBatch(std::int64_t batch, std::int64_t cached, std::int64_t positions);

// A run that selects G tokens after a prompt of P, G >= 1: with the cache, and recomputing the
// whole prefix at each step.
Workload WorkloadWithCache(std::int64_t prompt, std::int64_t selected);
Workload WorkloadWithoutCache(std::int64_t prompt, std::int64_t selected);

// In all of these every token of a pass is another one. Here are those of a run: its first P + G −
// 1 IDs, which are the ones that are processed.
Workload WorkloadWithCache(std::span<const TokenId> ids, std::int64_t prompt);
Workload WorkloadWithoutCache(std::span<const TokenId> ids, std::int64_t prompt);

// How many different tokens there are.
std::int64_t DistinctTokens(std::span<const TokenId> ids);

// What of a model decides its cost: its configuration, where its matrices are more than the
// identity, and how many numbers its gains and biases have.
struct CostShape {
    Config config;
    int query_matrices = 0, key_matrices = 0, value_matrices = 0;  // layers that have one
    bool has_output_matrix = false;                                // of its own, not the embedding
    std::array<std::int64_t, kStageCount>
        vectors{};  // numbers of gains and biases, by stage that reads them

    friend bool operator==(const CostShape&, const CostShape&) = default;
};

CostShape CostShapeOf(const Model& model);

// A cost in numbers, whatever bytes each has.
struct Cost {
    std::int64_t kv_rows_computed = 0;
    std::array<std::int64_t, kStageCount> multiply_adds{};
    std::array<std::int64_t, kStageCount> weights_read{};
    std::int64_t cache_read = 0, cache_written = 0;

    std::int64_t MultiplyAdds() const;
    std::int64_t WeightsRead() const;
};

Cost CostOf(const CostShape& shape, const Workload& work);

// The same as the engine counts it, with this many bytes per number.
Counts CountsOf(const Cost& cost, int bytes_per_number);

// What a pass, or several, of this model comes to.
Counts CountsOf(const Model& model, const Workload& work);

// Bytes of one number of a model: 4 or 8.
int BytesPerNumber(const Model& model);

// Numbers of all weights, gains and biases.
std::int64_t ParameterCount(const CostShape& shape);

// Numbers of K and V that the cache keeps for one position: 2 · layers · kv_heads · head_dim.
std::int64_t CacheNumbersPerPosition(const Config& config);

}  // namespace decodescope
