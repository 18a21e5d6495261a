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

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>

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
                PassCounter<T> count, Threads& threads)
        : config_(config), weights_(weights), rows_(rows), count_(count), threads_(threads) {}

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
            weights_.token_embedding.CopyRow(row.token, x[row]);
            if (is_learned) {
                MutableRow<T>(x[row], config_.d_model) +=
                    weights_.position_embedding.row(row.position).transpose();
            }
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
        const LayerWeights<T>& w = At(layer);
        MultiplyRows(Stage::Project, a, {{w.query, q}, {w.key, k}, {w.value, v}});
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
        count_.Append();
    }

    // s = K q · scale: a score for each cached position up to the row's own, which is all of a
    // causal mask: there is no row for the future.
    void Score(int layer) {
        const Tensor q{ScoredQ(config_), layer};  // [n, query_heads · head_dim]
        const Tensor s{TensorId::Scores, layer};  // [n, query_heads, position + 1]
        const T scale = static_cast<T>(config_.attention_scale);
        ForEachRow(CostOfAttention(), [&](const Row& row) {
            row.Cached(layer).Score(q.AllHeads(row), s.AllHeads(row), scale);
        });
        count_.Attention(Stage::Score);
    }

    // w = softmax(s)
    void SoftmaxOfScores(int layer) {
        const Tensor s{TensorId::Scores, layer};            // [n, query_heads, position + 1]
        const Tensor w{TensorId::AttentionWeights, layer};  // [n, query_heads, position + 1]
        ForEachRow(CostOfAttention(), [&](const Row& row) {
            SoftmaxOfHeads(s.AllHeads(row), w.AllHeads(row), config_.query_heads, row.position + 1);
        });
    }

    // h = wᵀ V
    void WeightedSumOfV(int layer) {
        const Tensor w{TensorId::AttentionWeights, layer};  // [n, query_heads, position + 1]
        const Tensor h{TensorId::HeadOutput, layer};        // [n, query_heads · head_dim]
        ForEachRow(CostOfAttention(), [&](const Row& row) {
            row.Cached(layer).SumValues(w.AllHeads(row), h.AllHeads(row));
        });
        count_.Attention(Stage::WeightedSum);
    }

    // o = W_O h, of all heads side by side.
    void OutputProjection(int layer) {
        if (!Has(config_, Stage::OutputProjection)) return;
        const Tensor h{TensorId::HeadOutput, layer};       // [n, query_heads · head_dim]
        const Tensor o{TensorId::AttentionOutput, layer};  // [n, d_model]
        MultiplyRows(Stage::OutputProjection, h, {{At(layer).attention_output, o}});
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
        const LayerWeights<T>& w = At(layer);
        if (has_gate) {
            MultiplyRows(Stage::Mlp, b, {{w.gate, gate}, {w.up, up}});
        } else {
            MultiplyRows(Stage::Mlp, b, {{w.up, up}});
        }
        ForEachRow(config_.mlp_hidden * kCostOfExp, [&](const Row& row) {
            Activate(config_, has_gate ? gate[row] : nullptr, up[row], activated[row]);
        });
        MultiplyRows(Stage::Mlp, activated, {{w.down, m}});
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
        const PackedMatrix<T>& matrix =
            config_.tied_output ? weights_.token_embedding : weights_.output.weight;
        MultiplyRows(Stage::Logits, h, {{matrix, weights_.output.bias, z}}, rows_.last());
    }

    // p = softmax(z). What the rule makes of it is selected outside the engine (selection.h).
    void Probabilities() {
        const Tensor z{TensorId::Logits};         // [sequences, vocabulary_size]
        const Tensor p{TensorId::Probabilities};  // [sequences, vocabulary_size]
        for (const Row& row : rows_.last()) Softmax(z[row], p[row], config_.vocabulary_size);
    }

    // --- What several stages do with rows. Each row is computed in the same order of additions,
    // however many share a call (docs/decisions/0003-batch-invariant-kernels.md).

    // A matrix, its bias, and the tensor that takes their results.
    struct Output {
        Output(const Linear<T>& linear, Tensor result)
            : Output(linear.weight, linear.bias, result) {}
        Output(const PackedMatrix<T>& weight, const Vector<T>& added, Tensor result)
            : matrix(weight), bias(added), y(result) {}

        const PackedMatrix<T>& matrix;
        const Vector<T>& bias;
        Tensor y;
    };

    // y = W x + b, or y = x without a matrix. Matrices that multiply the same x are read in one go,
    // and each block of weights once for all rows (core/kernel/multiply.h).
    void MultiplyRows(Stage stage, Tensor x, std::initializer_list<Output> outputs,
                      std::span<const Row> rows) {
        const std::span<const T* const> in = PointersTo(x, rows, in_);
        std::array<Projection<T>, kMostOutputs> projections;
        size_t count = 0;
        for (const Output& output : outputs) {
            std::vector<T*>& out = out_[count];
            PointersTo(output.y, rows, out);
            if (output.matrix.size() == 0) {
                const int width = x.Width(rows.front());
                for (size_t i = 0; i < rows.size(); ++i) std::copy_n(in[i], width, out[i]);
            } else {
                projections[count++] = {&output.matrix, &output.bias, out};
            }
            count_.Products(stage, rows, output.matrix.size());
            count_.Weights(output.matrix.size() + output.bias.size());
        }
        decodescope::MultiplyRows<T>(threads_, in, std::span(projections).first(count));
    }
    void MultiplyRows(Stage stage, Tensor x, std::initializer_list<Output> outputs) {
        MultiplyRows(stage, x, outputs, rows_.all());
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

    // Calls work(row) for every row; several threads do where it costs so many multiply-adds that
    // this is worth it (core/kernel/threads.h).
    template <class Work>
    void ForEachRow(std::int64_t cost, const Work& work) {
        const std::span<const Row> rows = rows_.all();
        threads_.Share(static_cast<int>(rows.size()), cost, [&](int first, int end) {
            for (int i = first; i < end; ++i) work(rows[static_cast<size_t>(i)]);
        });
    }

    // Of one row's scores, softmax or weighted sum; of the last row, which has the most.
    std::int64_t CostOfAttention() const {
        return std::int64_t{config_.query_width()} * (rows_.all().back().position + 1);
    }
    static constexpr std::int64_t kCostOfExp = 16;

    // sum = a + b
    void AddRows(Tensor a, Tensor b, Tensor sum) {
        const int d = config_.d_model;
        for (const Row& row : rows_.all()) {
            std::transform(a[row], a[row] + d, b[row], sum[row], std::plus<T>());
        }
    }

    // Where rows of a tensor are.
    template <class Pointer>
    static std::span<const Pointer> PointersTo(Tensor tensor, std::span<const Row> rows,
                                               std::vector<Pointer>& pointers) {
        pointers.clear();
        for (const Row& row : rows) pointers.push_back(tensor[row]);
        return pointers;
    }
    const LayerWeights<T>& At(int layer) const {
        return weights_.layers[static_cast<size_t>(layer)];
    }

    const Config& config_;
    const Weights<T>& weights_;
    RowsInPass<T>& rows_;
    PassCounter<T> count_;
    Threads& threads_;
    std::vector<const T*> in_;
    static constexpr size_t kMostOutputs = 3;  // matrices that multiply the same rows
    std::array<std::vector<T*>, kMostOutputs> out_;
};

}  // namespace

template <class T>
std::vector<Trace> Forward(const Config& config, const RopeFrequencies& frequencies,
                           const Weights<T>& weights, Threads& threads,
                           std::span<SequenceInput> sequences, Capture capture,
                           std::int64_t& weight_bytes_read) {
    if (sequences.empty()) return {};
    RowsInPass<T> rows(config, frequencies, sequences, capture);
    ForwardPass<T>(config, weights, rows, PassCounter<T>(rows, weight_bytes_read), threads).Run();
    return rows.TakeTraces();
}

template std::vector<Trace> Forward(const Config&, const RopeFrequencies&, const Weights<double>&,
                                    Threads&, std::span<SequenceInput>, Capture, std::int64_t&);
template std::vector<Trace> Forward(const Config&, const RopeFrequencies&, const Weights<float>&,
                                    Threads&, std::span<SequenceInput>, Capture, std::int64_t&);

}  // namespace decodescope
