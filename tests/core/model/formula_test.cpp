#include "core/model/formula.h"

#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {

TEST_CASE("A toy's formulas are without norm, positions and biases") {
    const Model model = ToyModel();
    CHECK(FormulaOf(model, TensorId::ResidualIn, 0) == "x = E[token]");
    CHECK(FormulaOf(model, TensorId::Q, 0) == "q = WQ x");
    CHECK(FormulaOf(model, TensorId::HeadOutput, 0) == "h = Σ w · V");
    CHECK(FormulaOf(model, TensorId::Logits, 0) == "z = WU h");
    CHECK(FormulaOf(model, TensorId::QueryWeight, 0) == "");
}

TEST_CASE("A formula names exactly the parameters that the model has") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        INFO(seed);
        const Model model = RandomModel(RandomConfig(seed), seed);
        const auto names = [&](TensorId tensor, std::string_view part) {
            return FormulaOf(model, tensor, 0).find(part) != std::string::npos;
        };
        const auto has = [&](TensorId tensor) { return HasParameter(model, {tensor, 0, 0, 0, 0}); };
        CHECK(names(TensorId::ResidualIn, "P[position]") == has(TensorId::PositionEmbedding));
        CHECK(names(TensorId::Q, "bQ") == has(TensorId::QueryBias));
        CHECK(names(TensorId::K, "bK") == has(TensorId::KeyBias));
        CHECK(names(TensorId::V, "bV") == has(TensorId::ValueBias));
        CHECK(names(TensorId::Logits, "bU") == has(TensorId::OutputBias));
        CHECK(names(TensorId::Q, "WQ n") == (model.config.norm != NormKind::None));
        if (model.config.norm == NormKind::None) continue;
        CHECK(names(TensorId::Hidden, "+ b") == has(TensorId::FinalNormBias));
        CHECK(names(TensorId::Hidden, "μ") == (model.config.norm == NormKind::LayerNorm));
        CHECK(names(TensorId::Hidden, "g"));
    }
}

TEST_CASE("The activation is that of the model's MLP") {
    Config config = RandomConfig(1);
    config.mlp_hidden = 3;
    config.mlp = MlpKind::SwiGlu;
    CHECK(FormulaOf(RandomModel(config, 1), TensorId::Activation, 0) == "act = silu(gate) · up");
    config.mlp = MlpKind::Gelu;
    CHECK(FormulaOf(RandomModel(config, 1), TensorId::Activation, 0) == "act = gelu(up)");
}

}  // namespace decodescope
