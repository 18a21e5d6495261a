// A model's parameters by cell: any number of its weights, and the model with one changed.
#pragma once

#include <vector>

#include "core/model/cell.h"
#include "core/model/model.h"

namespace decodescope {

// Whether the model has this parameter number. A projection that is the identity has the numbers of
// the unit matrix; an absent bias has none.
bool HasParameter(const Model& model, const Cell& cell);

// One number of the weights. HasParameter(model, cell) must hold.
double ParameterAt(const Model& model, const Cell& cell);

// The same model with one number changed, rounded to the model's precision. An identity becomes the
// unit matrix with that number; with a tied output the embedding changes. HasParameter must hold.
Model WithParameter(const Model& model, const Cell& cell, double number);

// A token's embedding, and a model in which it is another one: [d_model] numbers, rounded to the
// model's precision. The token must be in the vocabulary.
std::vector<double> EmbeddingOf(const Model& model, TokenId token);
Model WithEmbedding(const Model& model, TokenId token, const std::vector<double>& values);

// Rows and columns of a parameter of this model; 0 rows where it has none.
struct ParameterShape {
    int rows = 0;
    int columns = 0;
};
ParameterShape ShapeOf(const Model& model, TensorId parameter, int layer);

}  // namespace decodescope
