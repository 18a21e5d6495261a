// The shape of a decoder-only transformer: everything about a model but its weights and words.
//
// One configuration covers the three-letter toy, LLaMA-shaped and GPT-2-shaped models:
//
//   token ─ embed ─┬─ norm ─ Q K V ─ RoPE ─ cache ─ score ─ softmax ─ Σwv ─ WO ─(+)─┐
//      + position  └────────────────────────── residual ──────────────────────────┘ │
//                  ┌────────────────────────────────────────────────────────────────┘
//                  ├─ norm ─ MLP ─(+)─ ... next layer ... ─ norm ─ output matrix ─ logits
//                  └── residual ─┘
//
// What a model lacks (positions, norms, residuals, MLP) is left out.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/tokenizer/token_id.h"

namespace decodescope {

enum class Positions { None, Learned, Rope };

// Which two dimensions of a head RoPE rotates together: (2i, 2i+1), or (i, i + head_dim/2).
enum class RopePairs { Interleaved, RotateHalf };

enum class NormKind { None, RmsNorm, LayerNorm };

// Gelu is x·Φ(x), exact through erf; GeluTanh the approximation of GPT-2 (Hendrycks and Gimpel,
// arXiv 1606.08415). SwiGlu is down(silu(gate x) · up x) (Shazeer, arXiv 2002.05202).
enum class MlpKind { None, Gelu, GeluTanh, SwiGlu };

struct Config {
    int vocabulary_size = 0;
    int d_model = 0;
    int layers = 1;
    int query_heads = 1;
    int kv_heads = 1;  // divides query_heads: equal is MHA, fewer is GQA, one is MQA
    int head_dim = 0;
    double attention_scale = 1.0;  // scores are q·k times this, usually 1/sqrt(head_dim)

    Positions positions = Positions::None;
    RopePairs rope_pairs = RopePairs::Interleaved;
    double rope_theta = 10000.0;
    std::vector<double> rope_factors;  // [head_dim / 2] divide the frequencies; empty: all are 1
    int context_length = 0;            // most positions the model can hold; 0: no limit

    NormKind norm = NormKind::None;
    double norm_eps = 1e-5;
    bool qk_norm = false;  // each head of q and of k has a norm as well, before RoPE
    bool residuals = false;

    MlpKind mlp = MlpKind::None;
    int mlp_hidden = 0;

    bool has_output_projection = false;  // WO; without it the heads' outputs go on, side by side
    bool tied_output = false;            // the output matrix is the token embedding

    std::optional<TokenId> begin_token;     // put before every prompt
    std::optional<TokenId> end_token;       // selecting it ends a response
    std::vector<TokenId> other_end_tokens;  // and so does selecting one of these

    int query_width() const { return query_heads * head_dim; }
    int kv_width() const { return kv_heads * head_dim; }
    int queries_per_kv_head() const { return query_heads / kv_heads; }
    bool EndsResponse(TokenId id) const {
        return id == end_token || std::ranges::find(other_end_tokens, id) != other_end_tokens.end();
    }
    int KvHeadOf(int query_head) const { return query_head / queries_per_kv_head(); }

    friend bool operator==(const Config&, const Config&) = default;
};

}  // namespace decodescope
