#include "core/model/parameters.h"

#include <cassert>

#include "core/base/number.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

// Whose numbers a parameter has: a tied output matrix is the token embedding.
TensorAt OwnerOf(const Config& config, TensorAt parameter) {
    const bool is_tied = parameter.tensor == TensorId::OutputWeight && config.tied_output;
    return is_tied ? TensorAt{TensorId::TokenEmbedding, 0} : parameter;
}

// Calls visit(numbers) with the matrix or vector that has a parameter's numbers.
template <class W, class Visit>
void VisitOwner(const Config& config, W& weights, TensorAt parameter, Visit visit) {
    VisitParameter(weights, OwnerOf(config, parameter), visit);
}

// A vector is one row.
template <class M>
ParameterShape ShapeOf(const M& numbers) {
    const auto rows = static_cast<int>(numbers.rows()), columns = static_cast<int>(numbers.cols());
    if constexpr (M::IsVectorAtCompileTime) {
        return {rows > 0 ? 1 : 0, rows};
    } else {
        return {rows, columns};
    }
}

template <class T>
void SetNumber(PackedMatrix<T>& matrix, int row, int column, T number) {
    matrix.Set(row, column, number);
}
template <class T>
void SetNumber(Matrix<T>& matrix, int row, int column, T number) {
    matrix(row, column) = number;
}
template <class T>
void SetNumber(Vector<T>& vector, int, int column, T number) {
    vector[column] = number;
}

// Whether a parameter that the model has is the matrix of a projection without one: y = x.
bool IsIdentity(ParameterShape shape, TensorId parameter) {
    return shape.rows == 0 && InfoOf(parameter).when_absent == WhenAbsent::Identity;
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
        ParameterShape shape;
        VisitOwner(config, weights, {parameter, layer},
                   [&](const auto& numbers) { shape = ShapeOf(numbers); });
        if (!IsIdentity(shape, parameter)) return shape;
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
        double number = 0;
        VisitOwner(model.config, weights, {cell.tensor, cell.layer},
                   [&]<class Dense>(const Dense& numbers) {
                       if (IsIdentity(ShapeOf(numbers), cell.tensor)) {
                           number = cell.row == cell.column ? 1.0 : 0.0;
                       } else if constexpr (Dense::IsVectorAtCompileTime) {
                           number = static_cast<double>(numbers[cell.column]);
                       } else {
                           number = static_cast<double>(numbers(cell.row, cell.column));
                       }
                   });
        return number;
    };
    return std::visit(number_in, *model.weights);
}

Model WithParameter(const Model& model, const Cell& cell, double number) {
    assert(HasParameter(model, cell));
    RequireFits(number, model.precision());
    Model changed = model;
    const ParameterShape shape = ShapeOf(model, cell.tensor, cell.layer);
    const auto set_in = [&]<class T>(Weights<T>& weights) {
        VisitOwner(model.config, weights, {cell.tensor, cell.layer},
                   [&]<class Dense>(Dense& numbers) {
                       if (numbers.size() == 0)
                           numbers = Dense::Identity(shape.rows, shape.columns);
                       SetNumber(numbers, cell.row, cell.column, static_cast<T>(number));
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
                weights.token_embedding.Set(token, static_cast<Eigen::Index>(i),
                                            static_cast<T>(values[i]));
            }
        },
        *changed.weights);
    return changed;
}

}  // namespace decodescope
