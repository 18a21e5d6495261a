#include "core/model/parameters.h"

#include <cassert>
#include <type_traits>

namespace decodescope {
namespace {

// Where the numbers of a parameter stand: row-major [rows, columns], a vector being one row. Number
// is const where the weights are, so that one set of functions serves reading and writing.
template <class Number>
struct Block {
    Number* data = nullptr;  // null: absent, or the identity
    int rows = 0;
    int columns = 0;
};

// Of a matrix or vector, const or not.
template <class M>
auto BlockOf(M& numbers) {
    using Number = std::remove_pointer_t<decltype(numbers.data())>;
    const auto rows = static_cast<int>(numbers.rows()), columns = static_cast<int>(numbers.cols());
    if constexpr (M::IsVectorAtCompileTime) {
        return Block<Number>{numbers.data(), rows > 0 ? 1 : 0, rows};
    } else {
        return Block<Number>{numbers.data(), rows, columns};
    }
}

// The projection that a weight value names, or null for other parameters.
template <class W>
auto LinearOf(W& weights, TensorId tensor, int layer) -> decltype(&weights.output) {
    auto& in_layer = weights.layers[static_cast<size_t>(layer)];
    switch (tensor) {
        case TensorId::QueryWeight: return &in_layer.query;
        case TensorId::KeyWeight: return &in_layer.key;
        case TensorId::ValueWeight: return &in_layer.value;
        case TensorId::AttentionOutputWeight: return &in_layer.attention_output;
        case TensorId::GateWeight: return &in_layer.gate;
        case TensorId::UpWeight: return &in_layer.up;
        case TensorId::DownWeight: return &in_layer.down;
        case TensorId::OutputWeight: return &weights.output;
        default: return nullptr;
    }
}

template <class W>
auto BlockOf(const Config& config, W& weights, TensorId tensor, int layer) {
    auto& in_layer = weights.layers[static_cast<size_t>(layer)];
    switch (tensor) {
        case TensorId::TokenEmbedding: return BlockOf(weights.token_embedding);
        case TensorId::PositionEmbedding: return BlockOf(weights.position_embedding);
        case TensorId::AttentionNormGain: return BlockOf(in_layer.attention_norm.gain);
        case TensorId::AttentionNormBias: return BlockOf(in_layer.attention_norm.bias);
        case TensorId::MlpNormGain: return BlockOf(in_layer.mlp_norm.gain);
        case TensorId::MlpNormBias: return BlockOf(in_layer.mlp_norm.bias);
        case TensorId::FinalNormGain: return BlockOf(weights.final_norm.gain);
        case TensorId::FinalNormBias: return BlockOf(weights.final_norm.bias);
        case TensorId::QueryBias: return BlockOf(in_layer.query.bias);
        case TensorId::KeyBias: return BlockOf(in_layer.key.bias);
        case TensorId::ValueBias: return BlockOf(in_layer.value.bias);
        case TensorId::AttentionOutputBias: return BlockOf(in_layer.attention_output.bias);
        case TensorId::GateBias: return BlockOf(in_layer.gate.bias);
        case TensorId::UpBias: return BlockOf(in_layer.up.bias);
        case TensorId::DownBias: return BlockOf(in_layer.down.bias);
        case TensorId::OutputBias: return BlockOf(weights.output.bias);
        case TensorId::OutputWeight:
            if (config.tied_output) return BlockOf(weights.token_embedding);
            [[fallthrough]];
        default: return BlockOf(LinearOf(weights, tensor, layer)->weight);
    }
}

// Whether the parameter is a projection without a matrix: y = x.
template <class T>
bool IsIdentity(const Config& config, const Weights<T>& weights, TensorId tensor, int layer) {
    if (tensor == TensorId::OutputWeight && config.tied_output) return false;
    const Linear<T>* linear = LinearOf(weights, tensor, layer);
    return linear != nullptr && linear->is_identity();
}

bool IsInModel(const Config& config, TensorId tensor, int layer) {
    const TensorInfo& info = InfoOf(tensor);
    const int layers = info.per_layer ? config.layers : 1;
    return info.is_parameter && Has(config, tensor) && 0 <= layer && layer < layers;
}

}  // namespace

ParameterShape ShapeOf(const Model& model, TensorId parameter, int layer) {
    const Config& config = model.config;
    if (!IsInModel(config, parameter, layer)) return {};
    const auto shape_in = [&](const auto& weights) -> ParameterShape {
        if (IsIdentity(config, weights, parameter, layer)) {
            const TensorInfo& info = InfoOf(parameter);
            return {Length(config, info.rows), Length(config, info.columns)};
        }
        const auto block = BlockOf(config, weights, parameter, layer);
        return {block.rows, block.columns};
    };
    return std::visit(shape_in, model.weights);
}

bool HasParameter(const Model& model, const Cell& cell) {
    const ParameterShape shape = ShapeOf(model, cell.tensor, cell.layer);
    return cell.head == 0 && 0 <= cell.row && cell.row < shape.rows && 0 <= cell.column &&
           cell.column < shape.columns;
}

double ParameterAt(const Model& model, const Cell& cell) {
    assert(HasParameter(model, cell));
    const auto number_in = [&](const auto& weights) -> double {
        if (IsIdentity(model.config, weights, cell.tensor, cell.layer)) {
            return cell.row == cell.column ? 1.0 : 0.0;
        }
        const auto block = BlockOf(model.config, weights, cell.tensor, cell.layer);
        return static_cast<double>(block.data[cell.row * block.columns + cell.column]);
    };
    return std::visit(number_in, model.weights);
}

Model WithParameter(const Model& model, const Cell& cell, double number) {
    assert(HasParameter(model, cell));
    Model changed = model;
    std::visit(
        [&]<class T>(Weights<T>& weights) {
            if (IsIdentity(model.config, weights, cell.tensor, cell.layer)) {
                const ParameterShape shape = ShapeOf(model, cell.tensor, cell.layer);
                LinearOf(weights, cell.tensor, cell.layer)->weight =
                    Matrix<T>::Identity(shape.rows, shape.columns);
            }
            const auto block = BlockOf(changed.config, weights, cell.tensor, cell.layer);
            block.data[cell.row * block.columns + cell.column] = static_cast<T>(number);
        },
        changed.weights);
    return changed;
}

std::vector<double> EmbeddingOf(const Model& model, TokenId token) {
    std::vector<double> values;
    for (int column = 0; column < model.config.d_model; ++column) {
        values.push_back(ParameterAt(model, {TensorId::TokenEmbedding, 0, 0, token, column}));
    }
    return values;
}

Model WithEmbedding(const Model& model, TokenId token, const std::vector<double>& values) {
    assert(static_cast<int>(values.size()) == model.config.d_model);
    Model changed = model;
    std::visit(
        [&]<class T>(Weights<T>& weights) {
            for (size_t i = 0; i < values.size(); ++i) {
                weights.token_embedding(token, static_cast<Eigen::Index>(i)) =
                    static_cast<T>(values[i]);
            }
        },
        changed.weights);
    return changed;
}

}  // namespace decodescope
