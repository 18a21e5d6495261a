// What Shazeer 2019 (arXiv 1911.02150) says of incremental attention: how much memory is read for
// each multiply-add, up to constant factors. And the exact counts of a shape to lay beside it.
//
// Attention alone, its four projections included, over n calls of one new position each:
//
//   multi-head   (§2.4.1)   Θ(n/d + 1/b)
//   multi-query  (§3.1)     Θ(1/d + n/(d·h) + 1/b)
//
// b sequences, n positions, h heads of size d/h. The paper assumes n ≤ d. A Θ drops constant
// factors and lower terms, so it says something of large d alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cost/cost_model.h"

namespace decodescope {

// The smallest width at which the terms are shown.
constexpr int kLeastShazeerWidth = 64;

struct AttentionCase {
    double n = 1;  // positions
    double d = 64;
    double h = 1;
    double b = 1;
};

// Why the terms say nothing of a shape at n positions, in words; empty where they do.
std::string ShazeerRefusal(const ModelShape& shape, double n);

double ShazeerMultiHead(const AttentionCase& c);
double ShazeerMultiQuery(const AttentionCase& c);

// Between the two, g KV heads for h query heads: Θ(1/d + g·n/(d·h) + 1/b). Derived here, not in the
// paper.
double GroupedQueryTerm(const AttentionCase& c, double kv_heads);

// One kind of attention that a shape can be compared with.
struct AttentionKind {
    std::string_view name;  // "MHA"
    std::string_view formula;
    int kv_heads = 1;
    bool is_derived = false;  // not in the paper
    double (*term)(const AttentionCase& c, double kv_heads);

    double TermOf(const AttentionCase& c) const { return term(c, kv_heads); }
};

// MHA, GQA where the shape is one, and MQA; MHA alone of a single head, where all are the same.
std::vector<AttentionKind> AttentionKindsOf(const ModelShape& shape);

// Exactly counted, from the formulas of cost.h: numbers read (attention's weights, once a call for
// the whole batch, and K and V) for each multiply-add, over n calls of one position each. The
// shape's other parts are left out, as in the paper. The shape with `kv_heads` KV heads instead of
// its own.
double AttentionReadsPerMultiplyAdd(ModelShape shape, int kv_heads, std::int64_t n,
                                    std::int64_t batch);

}  // namespace decodescope
