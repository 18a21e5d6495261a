// Identifies a model: a SHA-256 of each part of it that affects a number. Its name, its note and
// its example do not.
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

// Of the three together, where one digest must do.
Digest WholeOf(const ModelId& id);

// The parts in which two models differ: "the configuration and the weights"; empty: none.
std::string DifferingParts(const ModelId& a, const ModelId& b);

}  // namespace decodescope
