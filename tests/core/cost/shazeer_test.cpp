// Shazeer's terms, and the exact counts beside them.

#include "core/cost/shazeer.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

// Width 1024 in 8 heads, as the paper's own translation model.
ModelShape PaperShape() {
    return {.layers = 6,
            .d_model = 1024,
            .query_heads = 8,
            .kv_heads = 8,
            .head_dim = 128,
            .mlp_hidden = 4096,
            .gated = false,
            .vocabulary = 32000};
}

TEST_CASE("The terms are the paper's at values found by hand") {
    const AttentionCase c{.n = 128, .d = 1024, .h = 8, .b = 128};
    CHECK(ShazeerMultiHead(c) == Approx(1.0 / 8 + 1.0 / 128));
    CHECK(ShazeerMultiQuery(c) == Approx(1.0 / 1024 + 1.0 / 64 + 1.0 / 128));
}

TEST_CASE("The grouped term is multi-query with one KV head and multi-head with all but for 1/d") {
    for (const double n : {1.0, 100.0, 1024.0}) {
        for (const double b : {1.0, 64.0, 4096.0}) {
            const AttentionCase c{.n = n, .d = 1024, .h = 8, .b = b};
            CHECK(GroupedQueryTerm(c, 1) == Approx(ShazeerMultiQuery(c)));
            CHECK(GroupedQueryTerm(c, 8) == Approx(ShazeerMultiHead(c) + 1 / c.d));
            double before = 0;
            for (const double g : {1, 2, 4, 8}) {
                CHECK(GroupedQueryTerm(c, g) > before);
                before = GroupedQueryTerm(c, g);
            }
        }
    }
}

// One call (n = 1) of one sequence: the weights 4·d² are read once and multiplied once; K and V of
// one position, 2·d, are read, and multiplied once each. So exactly 1 for multi-head.
TEST_CASE("A single call of a single sequence reads a number for each multiply-add") {
    CHECK(AttentionReadsPerMultiplyAdd(PaperShape(), 8, 1, 1) == 1.0);
}

// n calls of b sequences, multi-head: weights 4·d²·n, K and V 2·d·b·n(n+1)/2; multiply-adds
// b·(4·d²·n + 2·d·n(n+1)/2). Divided by n: (4d² + b·d·(n+1)) / (b·(4d² + d·(n+1))). Multi-query has
// 2·d² + 2·d·d/h of weights, and an h-th of the cache.
TEST_CASE("The exact counts are what is derived by hand") {
    for (const double n : {1.0, 64.0, 1024.0}) {
        for (const double b : {1.0, 32.0, 512.0}) {
            const double d = 1024, h = 8;
            const auto reads = [&](int kv_heads) {
                return AttentionReadsPerMultiplyAdd(PaperShape(), kv_heads,
                                                    static_cast<std::int64_t>(n),
                                                    static_cast<std::int64_t>(b));
            };
            CHECK(reads(8) ==
                  Approx((4 * d * d + b * d * (n + 1)) / (b * (4 * d * d + d * (n + 1)))));
            const double weights = 2 * d * d + 2 * d * d / h;
            CHECK(reads(1) ==
                  Approx((weights + b * d / h * (n + 1)) / (b * (weights + d * (n + 1)))));
        }
    }
}

TEST_CASE("The exact counts stay within constant factors of the terms wherever the paper looks") {
    for (const KnownShape& known : KnownShapes()) {
        const ModelShape& shape = known.shape;
        if (!ShazeerRefusal(shape, 1).empty()) continue;
        for (std::int64_t n = 1; n <= shape.d_model; n *= 4) {
            for (std::int64_t b = 1; b <= 4096; b *= 8) {
                const AttentionCase c{.n = static_cast<double>(n),
                                      .d = static_cast<double>(shape.d_model),
                                      .h = static_cast<double>(shape.query_heads),
                                      .b = static_cast<double>(b)};
                const double multi_head =
                    AttentionReadsPerMultiplyAdd(shape, shape.query_heads, n, b) /
                    ShazeerMultiHead(c);
                const double multi_query =
                    AttentionReadsPerMultiplyAdd(shape, 1, n, b) / ShazeerMultiQuery(c);
                INFO(known.name << " n " << n << " b " << b);
                CHECK((multi_head > 0.1 && multi_head < 2));
                CHECK((multi_query > 0.1 && multi_query < 2));
            }
        }
    }
}

TEST_CASE("What the paper does not assume is refused in words") {
    CHECK(ShazeerRefusal(PaperShape(), 1024).empty());
    CHECK(ShazeerRefusal(PaperShape(), 1025).find("n = 1025 and d = 1024") != std::string::npos);
    ModelShape toy = PaperShape();
    toy.d_model = 2;
    toy.query_heads = toy.kv_heads = 1;
    toy.head_dim = 2;
    CHECK_FALSE(ShazeerRefusal(toy, 1).empty());
    ModelShape odd = PaperShape();
    odd.head_dim = 64;
    CHECK_FALSE(ShazeerRefusal(odd, 1).empty());
}

}  // namespace
}  // namespace decodescope
