#include "core/model/parameters.h"

#include <cassert>
#include <type_traits>

#include "core/base/number.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

// Where the numbers of a parameter are: row-major [rows, columns], a vector being one row. Number
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

// Whose numbers a parameter has: a tied output matrix is the token embedding.
TensorAt OwnerOf(const Config& config, TensorAt parameter) {
    const bool is_tied = parameter.tensor == TensorId::OutputWeight && config.tied_output;
    return is_tied ? TensorAt{TensorId::TokenEmbedding, 0} : parameter;
}

template <class W>
auto BlockOf(const Config& config, W& weights, TensorAt parameter) {
    Block<std::remove_pointer_t<decltype(weights.token_embedding.data())>> block;
    VisitParameter(weights, OwnerOf(config, parameter),
                   [&](auto& numbers) { block = BlockOf(numbers); });
    return block;
}

// Whether a parameter that the model has is the matrix of a projection without one: y = x.
template <class Number>
bool IsIdentity(const Block<Number>& block, TensorId parameter) {
    return block.rows == 0 && InfoOf(parameter).when_absent == WhenAbsent::Identity;
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
        const auto block = BlockOf(config, weights, {parameter, layer});
        if (!IsIdentity(block, parameter)) return {block.rows, block.columns};
        const TensorInfo& info = InfoOf(parameter);
        return {Length(config, info.rows), Length(config, info.columns)};
    };
    return std::visit(shape_in, *model.weights);
}

bool HasParameter(const Model& model, const Cell& cell) {
    const ParameterShape shape = ShapeOf(model, cell.tensor, cell.layer);
    return cell.head == 0 && 0 <= cell.row && cell.row < shape.rows && 0 <= cell.column &&
           cell.column < shape.columns;
}

double ParameterAt(const Model& model, const Cell& cell) {
    assert(HasParameter(model, cell));
    const auto number_in = [&](const auto& weights) -> double {
        const auto block = BlockOf(model.config, weights, {cell.tensor, cell.layer});
        if (IsIdentity(block, cell.tensor)) return cell.row == cell.column ? 1.0 : 0.0;
        return static_cast<double>(block.data[cell.row * block.columns + cell.column]);
    };
    return std::visit(number_in, *model.weights);
}

Model WithParameter(const Model& model, const Cell& cell, double number) {
    assert(HasParameter(model, cell));
    RequireFits(number, model.precision());
    Model changed = model;
    const ParameterShape shape = ShapeOf(model, cell.tensor, cell.layer);
    const auto set_in = [&]<class T>(Weights<T>& weights) {
        VisitParameter(weights, OwnerOf(model.config, {cell.tensor, cell.layer}),
                       [&]<class Dense>(Dense& numbers) {
                           if (numbers.size() == 0)
                               numbers = Dense::Identity(shape.rows, shape.columns);
                           BlockOf(numbers).data[cell.row * shape.columns + cell.column] =
                               static_cast<T>(number);
                       });
    };
    std::visit(set_in, *changed.weights);
    return changed;
}

std::vector<double> EmbeddingOf(const Model& model, TokenId token) {
    std::vector<double> values;
    values.reserve(static_cast<size_t>(model.config.d_model));
    for (int column = 0; column < model.config.d_model; ++column) {
        values.push_back(ParameterAt(model, {TensorId::TokenEmbedding, 0, 0, token, column}));
    }
    return values;
}

Model WithEmbedding(const Model& model, TokenId token, const std::vector<double>& values) {
    assert(static_cast<int>(values.size()) == model.config.d_model);
    for (const double value : values) RequireFits(value, model.precision());
    Model changed = model;
    std::visit(
        [&]<class T>(Weights<T>& weights) {
            for (size_t i = 0; i < values.size(); ++i) {
                weights.token_embedding(token, static_cast<Eigen::Index>(i)) =
                    static_cast<T>(values[i]);
            }
        },
        *changed.weights);
    return changed;
}

}  // namespace decodescope
