#include "core/cost/cost.h"

#include <numeric>
#include <set>

#include "core/model/weights.h"

namespace decodescope {
namespace {

std::int64_t& At(std::array<std::int64_t, kStageCount>& by_stage, Stage stage) {
    return by_stage[static_cast<size_t>(stage)];
}

std::int64_t Sum(const std::array<std::int64_t, kStageCount>& by_stage) {
    return std::accumulate(by_stage.begin(), by_stage.end(), std::int64_t{0});
}

// 1 + 2 + ... + n.
std::int64_t Triangle(std::int64_t n) { return n * (n + 1) / 2; }

// Numbers in the matrices of a stage, all layers together. Each is read once a pass, and multiplies
// every row that goes through the stage: as many multiply-adds a row as the matrices have numbers.
//
//   project            Wq [Hq·dh, d], Wk and Wv [Hkv·dh, d], where they are not the identity
//   output projection  Wo [d, Hq·dh]
//   MLP                up and, with SwiGLU, gate [f, d], down [d, f]
//   logits             [V, d], its own or the embedding's; through it goes one row a sequence
std::array<std::int64_t, kStageCount> MatrixNumbers(const CostShape& shape) {
    const Config& c = shape.config;
    const std::int64_t layers = c.layers, d = c.d_model;
    std::array<std::int64_t, kStageCount> numbers{};
    At(numbers, Stage::Project) =
        d * (static_cast<std::int64_t>(shape.query_matrices) * c.query_width() +
             static_cast<std::int64_t>(shape.key_matrices + shape.value_matrices) * c.kv_width());
    if (c.has_output_projection) {
        At(numbers, Stage::OutputProjection) = layers * d * c.query_width();
    }
    const int mlp_matrices = c.mlp == MlpKind::None ? 0 : c.mlp == MlpKind::SwiGlu ? 3 : 2;
    At(numbers, Stage::Mlp) = layers * mlp_matrices * d * c.mlp_hidden;
    if (c.tied_output || shape.has_output_matrix)
        At(numbers, Stage::Logits) = d * c.vocabulary_size;
    return numbers;
}

// Which matrices there are, and how many numbers the gains and biases of each stage have.
template <class T>
void CountParts(const Weights<T>& weights, CostShape& shape) {
    for (const LayerWeights<T>& layer : weights.layers) {
        shape.query_matrices += !layer.query.is_identity();
        shape.key_matrices += !layer.key.is_identity();
        shape.value_matrices += !layer.value.is_identity();
    }
    shape.has_output_matrix = !shape.config.tied_output && !weights.output.is_identity();
    ForEachParameter(weights, [&](TensorAt at, const auto& numbers) {
        const TensorInfo& info = InfoOf(at.tensor);
        if (info.rows == Axis::One) At(shape.vectors, info.stage) += numbers.size();
    });
}

}  // namespace

Workload& Workload::operator+=(const Workload& other) {
    passes += other.passes;
    sequences += other.sequences;
    positions += other.positions;
    pairs += other.pairs;
    rows += other.rows;
    token_rows += other.token_rows;
    position_rows += other.position_rows;
    return *this;
}

Workload WorkloadOfPass(std::int64_t cached, std::int64_t positions) {
    return WorkloadOfBatch(1, cached, positions);
}

// Position m + i (i from 0) sees m + i + 1 rows: n·m + (1 + ... + n) in all.
Workload WorkloadOfBatch(std::int64_t batch, std::int64_t cached, std::int64_t positions) {
    return {.passes = 1,
            .sequences = batch,
            .positions = batch * positions,
            .pairs = batch * (positions * cached + Triangle(positions)),
            .rows = batch * (cached + positions),
            .token_rows = batch * positions,
            .position_rows = positions};
}

// T = P + G − 1 positions are processed, each once, and position i sees i + 1 rows: T·(T+1)/2
// pairs. Pass g (from 0) reads P + g rows: G·P + G·(G−1)/2.
Workload WorkloadWithCache(std::int64_t prompt, std::int64_t selected) {
    const std::int64_t processed = prompt + selected - 1;
    return {.passes = selected,
            .sequences = selected,
            .positions = processed,
            .pairs = Triangle(processed),
            .rows = selected * prompt + Triangle(selected - 1),
            .token_rows = processed,
            .position_rows = processed};
}

// Pass g processes P + g positions from an empty cache, so it reads as many rows as with the cache;
// its pairs are (P+g)·(P+g+1)/2. Their sum is a difference of tetrahedral numbers: Σ_{t=1..N}
// t·(t+1)/2 = N·(N+1)·(N+2)/6.
Workload WorkloadWithoutCache(std::int64_t prompt, std::int64_t selected) {
    const auto tetrahedral = [](std::int64_t n) { return n * (n + 1) * (n + 2) / 6; };
    const std::int64_t positions = selected * prompt + Triangle(selected - 1);
    return {.passes = selected,
            .sequences = selected,
            .positions = positions,
            .pairs = tetrahedral(prompt + selected - 1) - tetrahedral(prompt - 1),
            .rows = positions,
            .token_rows = positions,
            .position_rows = positions};
}

// The prompt in the first pass, then a single token in each.
Workload WorkloadWithCache(std::span<const TokenId> ids, std::int64_t prompt) {
    const auto decoded = std::ssize(ids) - prompt;
    Workload work = WorkloadWithCache(prompt, decoded + 1);
    work.token_rows = DistinctTokens(ids.first(static_cast<size_t>(prompt))) + decoded;
    return work;
}

// The prompt in the first pass, and one token more in each.
Workload WorkloadWithoutCache(std::span<const TokenId> ids, std::int64_t prompt) {
    Workload work = WorkloadWithoutCache(prompt, std::ssize(ids) - prompt + 1);
    std::set<TokenId> seen(ids.begin(), ids.begin() + prompt - 1);
    work.token_rows = 0;
    for (const TokenId last : ids.subspan(static_cast<size_t>(prompt - 1))) {
        seen.insert(last);
        work.token_rows += std::ssize(seen);
    }
    return work;
}

std::int64_t DistinctTokens(std::span<const TokenId> ids) {
    return std::ssize(std::set<TokenId>(ids.begin(), ids.end()));
}

CostShape CostShapeOf(const Model& model) {
    CostShape shape{.config = model.config};
    std::visit([&](const auto& weights) { CountParts(weights, shape); }, *model.weights);
    return shape;
}

std::int64_t Cost::MultiplyAdds() const { return Sum(multiply_adds); }
std::int64_t Cost::WeightsRead() const { return Sum(weights_read); }

Cost CostOf(const CostShape& shape, const Workload& work) {
    const Config& c = shape.config;
    Cost cost;
    const std::array<std::int64_t, kStageCount> matrices = MatrixNumbers(shape);
    for (size_t stage = 0; stage < cost.multiply_adds.size(); ++stage) {
        // Rows [positions, in] · Wᵀ [in, out]: positions · in · out.
        cost.multiply_adds[stage] = work.positions * matrices[stage];
        // All of W [out, in], and gains and biases, once a pass.
        cost.weights_read[stage] = work.passes * (matrices[stage] + shape.vectors[stage]);
    }
    // h [sequences, d] · Wᵀ [d, V].
    At(cost.multiply_adds, Stage::Logits) =
        work.sequences * matrices[static_cast<size_t>(Stage::Logits)];
    // Of each pair and query head: q [dh] · k [dh], and weight · v [dh].
    for (const Stage stage : {Stage::Score, Stage::WeightedSum}) {
        At(cost.multiply_adds, stage) = c.layers * work.pairs * c.query_width();
    }
    // Rows [d] of the embeddings.
    const std::int64_t position_rows = c.positions == Positions::Learned ? work.position_rows : 0;
    At(cost.weights_read, Stage::Embed) = (work.token_rows + position_rows) * c.d_model;
    // K and V [Hkv·dh] of each row and layer.
    cost.cache_read = work.rows * CacheNumbersPerPosition(c);
    cost.cache_written = work.positions * CacheNumbersPerPosition(c);
    cost.kv_rows_computed = work.positions * c.layers;
    return cost;
}

Counts CountsOf(const Cost& cost, int bytes_per_number) {
    return {.kv_rows_computed = cost.kv_rows_computed,
            .multiply_adds = cost.multiply_adds,
            .weight_bytes_read = cost.WeightsRead() * bytes_per_number,
            .cache_bytes_read = cost.cache_read * bytes_per_number,
            .cache_bytes_written = cost.cache_written * bytes_per_number};
}

Counts CountsOf(const Model& model, const Workload& work) {
    return CountsOf(CostOf(CostShapeOf(model), work), BytesPerNumber(model));
}

int BytesPerNumber(const Model& model) { return BytesPerNumber(model.precision()); }

// Token embedding [V, d], position embedding [context, d], all matrices, all gains and biases. A
// tied output matrix is the embedding, counted already.
std::int64_t ParameterCount(const CostShape& shape) {
    const Config& c = shape.config;
    const std::int64_t d = c.d_model;
    const std::int64_t positions = c.positions == Positions::Learned ? c.context_length : 0;
    const std::int64_t tied = c.tied_output ? d * c.vocabulary_size : 0;
    return d * (c.vocabulary_size + positions) + Sum(MatrixNumbers(shape)) - tied +
           Sum(shape.vectors);
}

std::int64_t CacheNumbersPerPosition(const Config& config) {
    return std::int64_t{2} * config.layers * config.kv_width();
}

}  // namespace decodescope
