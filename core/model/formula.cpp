#include "core/model/formula.h"

#include <string_view>

#include "core/model/dataflow.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

void Replace(std::string& text, std::string_view what, std::string_view by) {
    if (const size_t at = text.find(what); at != std::string::npos)
        text.replace(at, what.size(), by);
}

// Takes a summand away: " + bQ", or with what follows its symbol, " + P[position]".
void RemoveSummand(std::string& formula, std::string_view symbol) {
    const size_t at = formula.find(" + " + std::string(symbol));
    if (at == std::string::npos) return;
    const size_t end = formula.find_first_of(" ,", at + 3);
    formula.erase(at, end == std::string::npos ? end : end - at);
}

}  // namespace

std::string FormulaOf(const Model& model, TensorId tensor, int layer) {
    const Config& config = model.config;
    std::string formula(InfoOf(tensor).formula);
    for (const TensorId input : InfoOf(tensor).inputs) {
        const TensorInfo& info = InfoOf(input);
        const Cell first{.tensor = input, .layer = info.per_layer ? layer : 0};
        if (info.is_parameter) {
            if (!HasParameter(model, first)) RemoveSummand(formula, info.symbol);
        } else if (info.columns == Axis::One && !Has(config, input)) {
            // RMSNorm subtracts no mean
            for (const std::string_view x : {"x", "q", "k"}) {
                Replace(formula, "(" + std::string(x) + " − μ)", x);
            }
        }
    }
    if (config.norm == NormKind::None) Replace(formula, " n", " x");
    if (tensor == TensorId::Activation) {
        formula = config.mlp == MlpKind::SwiGlu ? "act = silu(gate) · up" : "act = gelu(up)";
    }
    return formula;
}

}  // namespace decodescope
