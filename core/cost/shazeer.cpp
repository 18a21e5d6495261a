#include "core/cost/shazeer.h"

#include "core/base/units.h"

namespace decodescope {

std::string ShazeerRefusal(const ModelShape& shape, double n) {
    if (shape.d_model < kLeastShazeerWidth) {
        return "d = " + std::to_string(shape.d_model) +
               ": the terms leave out constant factors and lower terms, which at so small a width "
               "are all "
               "there is.";
    }
    if (shape.query_heads * shape.head_dim != shape.d_model) {
        return "The paper's heads have size d/h; here " + std::to_string(shape.query_heads) +
               " heads of " + std::to_string(shape.head_dim) +
               " are not d = " + std::to_string(shape.d_model) + ".";
    }
    if (n > shape.d_model) {
        return "The paper assumes n ≤ d; here n = " + FormatCount(static_cast<std::int64_t>(n)) +
               " and d = " + FormatCount(shape.d_model) + ".";
    }
    return {};
}

double ShazeerMultiHead(const AttentionCase& c) { return c.n / c.d + 1 / c.b; }

double ShazeerMultiQuery(const AttentionCase& c) { return 1 / c.d + c.n / (c.d * c.h) + 1 / c.b; }

// Of one call: arithmetic is b·d² (four projections of d² each at most, and n·d ≤ d² of scores
// and weighted sums). Memory is b·d of the vectors that come and go, b·n·g·(d/h) of K and V, and d²
// of the weights. Divided:
//
//   b·d / (b·d²) + b·n·g·(d/h) / (b·d²) + d² / (b·d²)  =  1/d + g·n/(d·h) + 1/b
//
// With g = 1 it is the paper's multi-query term; with g = h it is n/d + 1/b, beside which 1/d
// vanishes.
double GroupedQueryTerm(const AttentionCase& c, double kv_heads) {
    return 1 / c.d + kv_heads * c.n / (c.d * c.h) + 1 / c.b;
}

std::vector<AttentionKind> AttentionKindsOf(const ModelShape& shape) {
    const AttentionKind mha{"MHA", "n/d + 1/b", shape.query_heads, false,
                            [](const AttentionCase& c, double) { return ShazeerMultiHead(c); }};
    const AttentionKind gqa{"GQA", "1/d + g·n/(d·h) + 1/b", shape.kv_heads, true, GroupedQueryTerm};
    const AttentionKind mqa{"MQA", "1/d + n/(d·h) + 1/b", 1, false,
                            [](const AttentionCase& c, double) { return ShazeerMultiQuery(c); }};
    if (shape.query_heads == 1) return {mha};
    if (shape.kv_heads == 1 || shape.kv_heads == shape.query_heads) return {mha, mqa};
    return {mha, gqa, mqa};
}

double AttentionReadsPerMultiplyAdd(ModelShape shape, int kv_heads, std::int64_t n,
                                    std::int64_t batch) {
    shape.kv_heads = kv_heads;
    // Of one sequence; the others cost the same, but for the weights. All of them together are more
    // than 64 bits count, so they are multiplied as doubles.
    const Cost cost = CostOf(CostShapeOf(shape), WorkloadWithCache(1, n));
    const double sequences = static_cast<double>(batch);
    const auto of = [](const auto& by_stage, Stage stage) {
        return static_cast<double>(by_stage[static_cast<size_t>(stage)]);
    };
    const double read = of(cost.weights_read, Stage::Project) +
                        of(cost.weights_read, Stage::OutputProjection) +
                        sequences * static_cast<double>(cost.cache_read);
    double multiply_adds = 0;
    for (const Stage stage :
         {Stage::Project, Stage::Score, Stage::WeightedSum, Stage::OutputProjection}) {
        multiply_adds += of(cost.multiply_adds, stage);
    }
    return read / (sequences * multiply_adds);
}

}  // namespace decodescope
