// One pass of the model, to be read straight down: a function for each stage, in the order of Run.
//
// A pass has n rows, one for each new position. Read it with one sequence in mind: n is the length
// of the prompt in a prefill, and 1 in a decode pass. (A batch has the rows of all its sequences,
// one after the other, so that weights are read once for all of them:
// docs/decisions/0026-a-pass-works-on-rows.md.) Every row is computed by itself, whatever other
// rows share its pass. Only attention looks further: at the cached rows of the row's own sequence,
// up to its own position.
//
// A stage reads tensors of earlier stages and writes its own. A stage that the model lacks is
// skipped; BlockInput, AttentionInput, ... (tensor_table.h) say which tensor takes the place of its
// result. Sources: the transformer, Vaswani et al., arXiv 1706.03762; its decoder alone, Liu et
// al., arXiv 1801.10198; norms before the blocks, Xiong et al., arXiv 2002.04745.
#include "core/engine/forward.h"

#include "core/engine/math.h"
#include "core/engine/pass_counter.h"
#include "core/engine/rows_in_pass.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

template <class T>
class ForwardPass {
public:
    ForwardPass(const Config& config, const Weights<T>& weights, RowsInPass<T>& rows,
                PassCounter<T> count)
        : config_(config), weights_(weights), rows_(rows), count_(count) {}

    void Run() {
        Embed();
        for (int layer = 0; layer < config_.layers; ++layer) {
            AttentionNorm(layer);
            Project(layer);
            QkNorm(layer);
            Rope(layer);
            AppendToCache(layer);
            Score(layer);
            SoftmaxOfScores(layer);
            WeightedSumOfV(layer);
            OutputProjection(layer);
            AddAttention(layer);
            MlpNorm(layer);
            Mlp(layer);
            AddMlp(layer);
        }
        FinalNorm();
        Logits();
        Probabilities();
    }

private:
    using Row = RowInPass<T>;
    using Tensor = TensorInPass<T>;

    // x = E[token], plus P[position] in a model that learned positions.
    void Embed() {
        const bool is_learned = config_.positions == Positions::Learned;
        const Tensor x{TensorId::ResidualIn};  // [n, d_model]
        for (const Row& row : rows_.all()) {
            MutableRow<T> sum(x[row], config_.d_model);
            sum = weights_.token_embedding.row(row.token).transpose();
            if (is_learned) sum += weights_.position_embedding.row(row.position).transpose();
        }
        count_.Embeddings(config_.d_model, is_learned);
    }

    // a = norm(x): LayerNorm, Ba et al., arXiv 1607.06450, or RMSNorm, Zhang and Sennrich, arXiv
    // 1910.07467.
    void AttentionNorm(int layer) {
        if (!Has(config_, Stage::AttentionNorm)) return;
        const Tensor x{BlockInput(config_, layer)};             // [n, d_model]
        const Tensor mean{TensorId::AttentionNormMean, layer};  // [n, 1], LayerNorm only
        const Tensor rstd{TensorId::AttentionNormRstd, layer};  // [n, 1]
        const Tensor a{TensorId::AttentionInput, layer};        // [n, d_model]
        NormalizeRows(At(layer).attention_norm, x, mean, rstd, a);
    }

    // q = W_Q a, k = W_K a, v = W_V a. Fewer KV heads than query heads: Shazeer, arXiv 1911.02150,
    // and Ainslie et al., arXiv 2305.13245.
    void Project(int layer) {
        const Tensor a{AttentionInput(config_, layer)};  // [n, d_model]
        const Tensor q{TensorId::Q, layer};              // [n, query_heads · head_dim]
        const Tensor k{TensorId::K, layer};              // [n, kv_heads · head_dim]
        const Tensor v{TensorId::V, layer};              // [n, kv_heads · head_dim]
        MultiplyRows(Stage::Project, At(layer).query, a, q);
        MultiplyRows(Stage::Project, At(layer).key, a, k);
        MultiplyRows(Stage::Project, At(layer).value, a, v);
    }

    // q = norm(q), k = norm(k), each head by itself: Henry et al., arXiv 2010.04245.
    void QkNorm(int layer) {
        if (!Has(config_, Stage::QkNorm)) return;
        const Tensor q{TensorId::Q, layer};                   // [n, query_heads · head_dim]
        const Tensor k{TensorId::K, layer};                   // [n, kv_heads · head_dim]
        const Tensor q_mean{TensorId::QueryNormMean, layer};  // [n, query_heads], LayerNorm only
        const Tensor q_rstd{TensorId::QueryNormRstd, layer};  // [n, query_heads]
        const Tensor k_mean{TensorId::KeyNormMean, layer};    // [n, kv_heads], LayerNorm only
        const Tensor k_rstd{TensorId::KeyNormRstd, layer};    // [n, kv_heads]
        const Tensor normed_q{TensorId::NormedQ, layer};      // as q
        const Tensor normed_k{TensorId::NormedK, layer};      // as k
        NormalizeRows(At(layer).query_norm, q, q_mean, q_rstd, normed_q);
        NormalizeRows(At(layer).key_norm, k, k_mean, k_rstd, normed_k);
    }

    // Rotates pairs of q and k by angles that grow with the position: Su et al., arXiv 2104.09864.
    void Rope(int layer) {
        if (!Has(config_, Stage::Rope)) return;
        const Tensor q{UnrotatedQ(config_), layer};         // [n, query_heads · head_dim]
        const Tensor k{UnrotatedK(config_), layer};         // [n, kv_heads · head_dim]
        const Tensor rotated_q{TensorId::RotatedQ, layer};  // as q
        const Tensor rotated_k{TensorId::RotatedK, layer};  // as k
        for (const Row& row : rows_.all()) {
            Rotate(row.rotations, config_.query_heads, q[row], rotated_q[row]);
            Rotate(row.rotations, config_.kv_heads, k[row], rotated_k[row]);
        }
    }

    // From here on the positions of the pass are cached in this layer. A token that is selected
    // from this pass is not among them: it is appended by its own pass, the next one.
    void AppendToCache(int layer) {
        const Tensor k{CachedKSource(config_), layer};  // [n, kv_heads · head_dim]
        const Tensor v{TensorId::V, layer};             // [n, kv_heads · head_dim]
        const int width = config_.kv_width();
        for (const Row& row : rows_.all()) {
            row.cache().Append(layer, Numbers(k[row], width), Numbers(v[row], width));
        }
        rows_.ReadCaches(layer);
        count_.Append();
    }

    // s = K q · scale: a score for each cached position up to the row's own, which is all of a
    // causal mask: there is no row for the future.
    void Score(int layer) {
        const Tensor q{ScoredQ(config_), layer};  // [n, query_heads · head_dim]
        const Tensor s{TensorId::Scores, layer};  // [n, query_heads, position + 1]
        const T scale = static_cast<T>(config_.attention_scale);
        for (const Row& row : rows_.all()) {
            for (int head = 0; head < config_.query_heads; ++head) {
                const HeadRows<T> keys =
                    row.Keys(config_.KvHeadOf(head));  // [position + 1, head_dim]
                const ConstRow<T> query(q.Head(row, head), config_.head_dim);
                MutableRow<T> scores(s.Head(row, head), row.position + 1);
                scores.noalias() = keys * query;
                scores *= scale;
            }
        }
        count_.Attention(Stage::Score);
    }

    // w = softmax(s)
    void SoftmaxOfScores(int layer) {
        const Tensor s{TensorId::Scores, layer};            // [n, query_heads, position + 1]
        const Tensor w{TensorId::AttentionWeights, layer};  // [n, query_heads, position + 1]
        for (const Row& row : rows_.all()) {
            for (int head = 0; head < config_.query_heads; ++head) {
                Softmax(s.Head(row, head), w.Head(row, head), row.position + 1);
            }
        }
    }

    // h = wᵀ V
    void WeightedSumOfV(int layer) {
        const Tensor w{TensorId::AttentionWeights, layer};  // [n, query_heads, position + 1]
        const Tensor h{TensorId::HeadOutput, layer};        // [n, query_heads · head_dim]
        for (const Row& row : rows_.all()) {
            for (int head = 0; head < config_.query_heads; ++head) {
                const HeadRows<T> values =
                    row.Values(config_.KvHeadOf(head));  // [position + 1, head_dim]
                const ConstRow<T> weights(w.Head(row, head), row.position + 1);
                MutableRow<T> sum(h.Head(row, head), config_.head_dim);
                sum.noalias() = values.transpose() * weights;
            }
        }
        count_.Attention(Stage::WeightedSum);
    }

    // o = W_O h, of all heads side by side.
    void OutputProjection(int layer) {
        if (!Has(config_, Stage::OutputProjection)) return;
        const Tensor h{TensorId::HeadOutput, layer};       // [n, query_heads · head_dim]
        const Tensor o{TensorId::AttentionOutput, layer};  // [n, d_model]
        MultiplyRows(Stage::OutputProjection, At(layer).attention_output, h, o);
    }

    // x' = x + o: the residual stream, He et al., arXiv 1512.03385.
    void AddAttention(int layer) {
        if (!Has(config_, Stage::AddAttention)) return;
        const TensorId attention = Has(config_, Stage::OutputProjection) ? TensorId::AttentionOutput
                                                                         : TensorId::HeadOutput;
        const Tensor x{BlockInput(config_, layer)};      // [n, d_model]
        const Tensor o{attention, layer};                // [n, d_model]
        const Tensor sum{TensorId::ResidualMid, layer};  // [n, d_model]
        AddRows(x, o, sum);
    }

    // b = norm(x')
    void MlpNorm(int layer) {
        if (!Has(config_, Stage::MlpNorm)) return;
        const Tensor x{AfterAttention(config_, layer)};   // [n, d_model]
        const Tensor mean{TensorId::MlpNormMean, layer};  // [n, 1], LayerNorm only
        const Tensor rstd{TensorId::MlpNormRstd, layer};  // [n, 1]
        const Tensor b{TensorId::MlpInput, layer};        // [n, d_model]
        NormalizeRows(At(layer).mlp_norm, x, mean, rstd, b);
    }

    // m = W_down f(W_up b); with SwiGLU m = W_down (silu(W_gate b) · W_up b): Shazeer, arXiv
    // 2002.05202.
    void Mlp(int layer) {
        if (!Has(config_, Stage::Mlp)) return;
        const bool has_gate = config_.mlp == MlpKind::SwiGlu;
        const Tensor b{MlpInput(config_, layer)};             // [n, d_model]
        const Tensor gate{TensorId::Gate, layer};             // [n, mlp_hidden], SwiGLU only
        const Tensor up{TensorId::Up, layer};                 // [n, mlp_hidden]
        const Tensor activated{TensorId::Activation, layer};  // [n, mlp_hidden]
        const Tensor m{TensorId::MlpOutput, layer};           // [n, d_model]
        if (has_gate) MultiplyRows(Stage::Mlp, At(layer).gate, b, gate);
        MultiplyRows(Stage::Mlp, At(layer).up, b, up);
        for (const Row& row : rows_.all()) {
            Activate(config_, has_gate ? gate[row] : nullptr, up[row], activated[row]);
        }
        MultiplyRows(Stage::Mlp, At(layer).down, activated, m);
    }

    // x'' = x' + m
    void AddMlp(int layer) {
        if (!Has(config_, Stage::AddMlp)) return;
        const Tensor x{TensorId::ResidualMid, layer};    // [n, d_model]
        const Tensor m{TensorId::MlpOutput, layer};      // [n, d_model]
        const Tensor sum{TensorId::ResidualOut, layer};  // [n, d_model]
        AddRows(x, m, sum);
    }

    // h = norm(x) of what leaves the last layer.
    void FinalNorm() {
        if (!Has(config_, Stage::FinalNorm)) return;
        const Tensor x{BlockOutput(config_, config_.layers - 1)};  // [n, d_model]
        const Tensor mean{TensorId::FinalNormMean};                // [n, 1], LayerNorm only
        const Tensor rstd{TensorId::FinalNormRstd};                // [n, 1]
        const Tensor h{TensorId::Hidden};                          // [n, d_model]
        NormalizeRows(weights_.final_norm, x, mean, rstd, h);
    }

    // z = W_out h, at the last position of each sequence alone: the others were there to fill the
    // cache. W_out may be the token embedding: Press and Wolf, arXiv 1608.05859.
    void Logits() {
        const Tensor h{FinalHidden(config_)};  // [n, d_model]
        const Tensor z{TensorId::Logits};      // [sequences, vocabulary_size]
        const Matrix<T>& matrix =
            config_.tied_output ? weights_.token_embedding : weights_.output.weight;
        MultiplyRows(Stage::Logits, rows_.last(), matrix, weights_.output.bias, h, z);
    }

    // p = softmax(z). What the rule makes of it is selected outside the engine (selection.h).
    void Probabilities() {
        const Tensor z{TensorId::Logits};         // [sequences, vocabulary_size]
        const Tensor p{TensorId::Probabilities};  // [sequences, vocabulary_size]
        for (const Row& row : rows_.last()) Softmax(z[row], p[row], config_.vocabulary_size);
    }

    // --- What several stages do with rows. Each row is computed in the same order of additions,
    // however many share a call (docs/decisions/0003-batch-invariant-kernels.md).

    // y = W x + b, or y = x without a matrix.
    void MultiplyRows(Stage stage, std::span<const Row> rows, const Matrix<T>& matrix,
                      const Vector<T>& bias, Tensor x, Tensor y) {
        const int in = x.Width(rows.front()), out = y.Width(rows.front());
        for (const Row& row : rows) MatVec(matrix, bias, x[row], y[row], in, out);
        count_.Products(stage, rows, matrix);
        count_.Weights(matrix.size() + bias.size());
    }
    void MultiplyRows(Stage stage, const Linear<T>& linear, Tensor x, Tensor y) {
        MultiplyRows(stage, rows_.all(), linear.weight, linear.bias, x, y);
    }

    // y = (x − mean) · rstd · gain + bias, of a row, or of each head in it where the gain is as
    // long as a head.
    void NormalizeRows(const Norm<T>& norm, Tensor x, Tensor mean, Tensor rstd, Tensor y) {
        const auto size = static_cast<int>(norm.gain.size());
        for (const Row& row : rows_.all()) {
            const int heads = x.Width(row) / size;
            for (int head = 0; head < heads; ++head) {
                const NormStatistics<T> found =
                    Normalize(config_, norm, x[row] + head * size, y[row] + head * size);
                if (config_.norm == NormKind::LayerNorm) mean[row][head] = found.mean;
                rstd[row][head] = found.rstd;
            }
        }
        count_.Weights(norm.gain.size() + norm.bias.size());
    }

    // sum = a + b
    void AddRows(Tensor a, Tensor b, Tensor sum) {
        const int d = config_.d_model;
        for (const Row& row : rows_.all()) {
            MutableRow<T>(sum[row], d) = ConstRow<T>(a[row], d) + ConstRow<T>(b[row], d);
        }
    }

    const LayerWeights<T>& At(int layer) const {
        return weights_.layers[static_cast<size_t>(layer)];
    }

    const Config& config_;
    const Weights<T>& weights_;
    RowsInPass<T>& rows_;
    PassCounter<T> count_;
};

}  // namespace

template <class T>
std::vector<Trace> Forward(const Config& config, const Weights<T>& weights,
                           std::span<SequenceInput> sequences, Capture capture,
                           std::int64_t& weight_bytes_read) {
    if (sequences.empty()) return {};
    RowsInPass<T> rows(config, sequences, capture);
    ForwardPass<T>(config, weights, rows, PassCounter<T>(rows, weight_bytes_read)).Run();
    return rows.TakeTraces();
}

template std::vector<Trace> Forward(const Config&, const Weights<double>&, std::span<SequenceInput>,
                                    Capture, std::int64_t&);
template std::vector<Trace> Forward(const Config&, const Weights<float>&, std::span<SequenceInput>,
                                    Capture, std::int64_t&);

}  // namespace decodescope
