// A model's name that cannot be mistaken: a SHA-256 of each part of it that decides on a number.
// What it is called, a note about it and its example are no part of that.
#pragma once

#include <string>

#include "core/base/sha256.h"
#include "core/model/model.h"

namespace decodescope {

struct ModelId {
    Digest configuration{};  // every field of Config, and the precision
    Digest weights{};        // every number, in its own precision, and the shapes
    Digest vocabulary{};     // how text becomes tokens: kind, pieces, scores

    friend bool operator==(const ModelId&, const ModelId&) = default;
};

ModelId IdOf(const Model& model);

// Of the three together: what is shown where one name must do.
Digest WholeOf(const ModelId& id);

// In which parts two models differ: "the configuration and the weights"; empty: in none.
std::string DifferingParts(const ModelId& a, const ModelId& b);

}  // namespace decodescope
