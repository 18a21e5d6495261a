#include "core/engine/row_math.h"

#include <cassert>

#include "core/engine/math.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

template <class T>
Row ToRow(const Vector<T>& x) {
    return Row(x.begin(), x.end());
}

template <class T>
Vector<T> ToVector(const Row& row) {
    Vector<T> x(std::ssize(row));
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = static_cast<T>(row[static_cast<size_t>(i)]);
    return x;
}

// Calls compute(weights) with the model's weights in their precision.
template <class Compute>
Row In(const Model& model, const Compute& compute) {
    return std::visit(compute, *model.weights);
}

template <class T>
const Norm<T>& NormOf(const Weights<T>& weights, TensorId gain, int layer) {
    if (gain == TensorId::FinalNormGain) return weights.final_norm;
    const LayerWeights<T>& own = weights.layers[static_cast<size_t>(layer)];
    switch (gain) {
        case TensorId::QueryNormGain: return own.query_norm;
        case TensorId::KeyNormGain: return own.key_norm;
        case TensorId::MlpNormGain: return own.mlp_norm;
        default: assert(gain == TensorId::AttentionNormGain); return own.attention_norm;
    }
}

template <class T>
const Linear<T>& LinearOf(const LayerWeights<T>& layer, TensorId weight) {
    switch (weight) {
        case TensorId::QueryWeight: return layer.query;
        case TensorId::KeyWeight: return layer.key;
        case TensorId::ValueWeight: return layer.value;
        case TensorId::AttentionOutputWeight: return layer.attention_output;
        case TensorId::GateWeight: return layer.gate;
        case TensorId::UpWeight: return layer.up;
        default: assert(weight == TensorId::DownWeight); return layer.down;
    }
}

template <class T>
Row Multiply(const PackedMatrix<T>& matrix, const Vector<T>& bias, const Row& x) {
    const auto in = std::ssize(x), out = matrix.size() == 0 ? in : matrix.rows();
    Vector<T> y(out);
    MatVec(matrix, bias, ToVector<T>(x).data(), y.data(), static_cast<int>(in),
           static_cast<int>(out));
    return ToRow(y);
}

}  // namespace

Row RowMath::Embed(TokenId token, int position) const {
    return In(model_, [&]<class T>(const Weights<T>& weights) {
        Vector<T> x(weights.token_embedding.cols());
        weights.token_embedding.CopyRow(token, x.data());
        if (model_.config.positions == Positions::Learned) {
            x += weights.position_embedding.row(position).transpose();
        }
        return ToRow(x);
    });
}

Row RowMath::Normalize(TensorId gain, int layer, const Row& x) const {
    if (model_.config.norm == NormKind::None) return x;
    return In(model_, [&]<class T>(const Weights<T>& weights) {
        Vector<T> y(std::ssize(x));
        decodescope::Normalize(model_.config, NormOf(weights, gain, layer), ToVector<T>(x).data(),
                               y.data());
        return ToRow(y);
    });
}

Row RowMath::NormalizeHeads(TensorId gain, int layer, const Row& x) const {
    if (!Has(model_.config, Stage::QkNorm)) return x;
    Row normed;
    const std::ptrdiff_t head_dim = model_.config.head_dim;
    for (auto head = x.begin(); head != x.end(); head += head_dim) {
        const Row y = Normalize(gain, layer, Row(head, head + head_dim));
        normed.insert(normed.end(), y.begin(), y.end());
    }
    return normed;
}

Row RowMath::MatVec(TensorId weight, int layer, const Row& x) const {
    return In(model_, [&]<class T>(const Weights<T>& weights) {
        const Linear<T>& linear = LinearOf(weights.layers[static_cast<size_t>(layer)], weight);
        return Multiply(linear.weight, linear.bias, x);
    });
}

Row RowMath::Logits(const Row& hidden) const {
    return In(model_, [&]<class T>(const Weights<T>& weights) {
        const PackedMatrix<T>& matrix =
            model_.config.tied_output ? weights.token_embedding : weights.output.weight;
        return Multiply(matrix, weights.output.bias, hidden);
    });
}

Row RowMath::Rope(const Row& x, int position) const {
    if (model_.config.positions != Positions::Rope) return x;
    return In(model_, [&]<class T>(const Weights<T>&) {
        const int heads = static_cast<int>(x.size()) / model_.config.head_dim;
        Vector<T> y(std::ssize(x));
        const RopeFrequencies frequencies = RopeFrequenciesOf(model_.config);
        Rotate(RotationsAt<T>(model_.config, frequencies, position), heads, ToVector<T>(x).data(),
               y.data());
        return ToRow(y);
    });
}

Row RowMath::Products(const std::vector<Row>& rows, const Row& x) const {
    if (rows.empty()) return {};
    return In(model_, [&]<class T>(const Weights<T>&) {
        Row products;
        for (const Row& row : rows) {
            T sum = 0;
            for (size_t i = 0; i < x.size(); ++i) {
                sum += static_cast<T>(row[i]) * static_cast<T>(x[i]);
            }
            products.push_back(static_cast<double>(sum));
        }
        return products;
    });
}

Row RowMath::WeightedSum(const std::vector<Row>& rows, const Row& weights) const {
    return In(model_, [&]<class T>(const Weights<T>&) {
        Vector<T> sum = Vector<T>::Zero(std::ssize(rows.front()));
        for (size_t i = 0; i < rows.size(); ++i) {
            sum += static_cast<T>(weights[i]) * ToVector<T>(rows[i]);
        }
        return ToRow(sum);
    });
}

Row RowMath::Scale(const Row& x, double factor) const {
    return In(model_, [&]<class T>(const Weights<T>&) {
        return ToRow(Vector<T>(ToVector<T>(x) * static_cast<T>(factor)));
    });
}

Row RowMath::Softmax(const Row& x) const {
    return In(model_, [&]<class T>(const Weights<T>&) {
        Vector<T> y = ToVector<T>(x);
        decodescope::Softmax(y.data(), y.data(), static_cast<int>(x.size()));
        return ToRow(y);
    });
}

Row RowMath::Add(const Row& a, const Row& b) const {
    return In(model_, [&]<class T>(const Weights<T>&) {
        return ToRow(Vector<T>(ToVector<T>(a) + ToVector<T>(b)));
    });
}

Row RowMath::Activate(const Row& gate, const Row& up) const {
    return In(model_, [&]<class T>(const Weights<T>&) {
        Vector<T> y = ToVector<T>(up);
        decodescope::Activate(model_.config, ToVector<T>(gate).data(), y.data(), y.data());
        return ToRow(y);
    });
}

Row RowMath::Round(const Row& x) const {
    return In(model_, [&]<class T>(const Weights<T>&) { return ToRow(ToVector<T>(x)); });
}

}  // namespace decodescope
