#include "core/model/new_model.h"

#include "core/base/number.h"
#include "core/model/weights.h"

namespace decodescope {

Model NewModel() {
    Model model;
    model.name = "New model";
    model.note = "A model to edit: two tokens, untrained. Add tokens and try other numbers.";
    model.config = {
        .vocabulary_size = 2, .d_model = 2, .head_dim = 2, .attention_scale = InverseSquareRoot(2)};
    model.tokenizer.pieces = {"A", "B"};
    Weights<double> weights;
    weights.token_embedding = Matrix<double>{{1, 0}, {0, 1}};
    weights.layers.resize(1);
    weights.output.weight = Matrix<double>{{0, 1}, {1, 0}};
    model.weights = std::move(weights);
    model.example_prompt = "A";
    return model;
}

}  // namespace decodescope
