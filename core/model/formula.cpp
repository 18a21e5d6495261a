#include "core/model/formula.h"

#include <string_view>

#include "core/model/parameters.h"

namespace decodescope {
namespace {

// What the table writes for a parameter that a model may lack.
struct OptionalPart {
    TensorId parameter;
    std::string_view written;
};

constexpr OptionalPart kOptionalParts[] = {
    {TensorId::PositionEmbedding, " + P[position]"},
    {TensorId::QueryBias, " + bQ"},
    {TensorId::KeyBias, " + bK"},
    {TensorId::ValueBias, " + bV"},
    {TensorId::AttentionOutputBias, " + bO"},
    {TensorId::GateBias, " + bgate"},
    {TensorId::UpBias, " + bup"},
    {TensorId::DownBias, " + bdown"},
    {TensorId::OutputBias, " + bU"},
};

void Replace(std::string& text, std::string_view what, std::string_view by) {
    if (const size_t at = text.find(what); at != std::string::npos)
        text.replace(at, what.size(), by);
}

}  // namespace

std::string FormulaOf(const Model& model, TensorId tensor, int layer) {
    std::string formula(InfoOf(tensor).formula);
    for (const OptionalPart& part : kOptionalParts) {
        const int at_layer = InfoOf(part.parameter).per_layer ? layer : 0;
        if (!HasParameter(model, {part.parameter, at_layer, 0, 0, 0}))
            Replace(formula, part.written, "");
    }
    const Config& config = model.config;
    if (config.norm == NormKind::None) Replace(formula, " n", " x");
    // RMSNorm takes away no mean, and no LayerNorm needs to have a bias.
    if (config.norm == NormKind::RmsNorm) {
        Replace(formula, "(x − μ) ·", "x ·");
        Replace(formula, "(x − μ)²", "x²");
    }
    const TensorId norm_bias = tensor == TensorId::AttentionInput ? TensorId::AttentionNormBias
                               : tensor == TensorId::MlpInput     ? TensorId::MlpNormBias
                                                                  : TensorId::FinalNormBias;
    const int bias_layer = InfoOf(norm_bias).per_layer ? layer : 0;
    if (!HasParameter(model, {norm_bias, bias_layer, 0, 0, 0}))
        Replace(formula, " · g + b", " · g");
    if (tensor == TensorId::Activation) {
        formula = config.mlp == MlpKind::SwiGlu ? "act = silu(gate) · up" : "act = gelu(up)";
    }
    return formula;
}

}  // namespace decodescope
