#include "core/model/formula.h"

#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {

TEST_CASE("A toy's formulas are without norm, positions and biases") {
    const Model model = ToyModel();
    CHECK(FormulaOf(model, Value::X, 0) == "x = E[token]");
    CHECK(FormulaOf(model, Value::Query, 0) == "q = WQ x");
    CHECK(FormulaOf(model, Value::HeadOutput, 0) == "h = Σ w · V");
    CHECK(FormulaOf(model, Value::Logits, 0) == "z = WU h");
    CHECK(FormulaOf(model, Value::QueryWeight, 0) == "");
}

TEST_CASE("A formula names exactly the parameters that the model has") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        INFO(seed);
        const Model model = RandomModel(RandomConfig(seed), seed);
        const auto names = [&](Value value, std::string_view part) {
            return FormulaOf(model, value, 0).find(part) != std::string::npos;
        };
        const auto has = [&](Value value) { return HasParameter(model, {value, 0, 0, 0, 0}); };
        CHECK(names(Value::X, "P[position]") == has(Value::PositionEmbedding));
        CHECK(names(Value::Query, "bQ") == has(Value::QueryBias));
        CHECK(names(Value::Key, "bK") == has(Value::KeyBias));
        CHECK(names(Value::ValueVector, "bV") == has(Value::ValueBias));
        CHECK(names(Value::Logits, "bU") == has(Value::OutputBias));
        CHECK(names(Value::Query, "WQ n") == (model.config.norm != NormKind::None));
        if (model.config.norm == NormKind::None) continue;
        CHECK(names(Value::Hidden, "+ b") == has(Value::FinalNormBias));
        CHECK(names(Value::Hidden, "μ") == (model.config.norm == NormKind::LayerNorm));
        CHECK(names(Value::Hidden, "g"));
    }
}

TEST_CASE("The activation is that of the model's MLP") {
    Config config = RandomConfig(1);
    config.mlp_hidden = 3;
    config.mlp = MlpKind::SwiGlu;
    CHECK(FormulaOf(RandomModel(config, 1), Value::Activation, 0) == "act = silu(gate) · up");
    config.mlp = MlpKind::Gelu;
    CHECK(FormulaOf(RandomModel(config, 1), Value::Activation, 0) == "act = gelu(up)");
}

}  // namespace decodescope
