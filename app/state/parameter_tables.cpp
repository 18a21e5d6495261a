#include "app/state/parameter_tables.h"

#include "core/model/parameters.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {

std::vector<ParameterTable> TablesOf(const Model& model) {
    const auto has = [&](TensorId tensor, int layer) {
        return ShapeOf(model, tensor, layer).rows > 0;
    };
    const auto is_table = [&](const TensorInfo& info) {
        const bool is_embedding = info.tensor == TensorId::OutputWeight && model.config.tied_output;
        return info.is_parameter && !is_embedding;
    };
    std::vector<ParameterTable> before, in_layers, after;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (!is_table(info) || info.per_layer || !has(info.tensor, 0)) continue;
        (info.stage == Stage::Embed ? before : after).push_back({info.tensor, 0});
    }
    for (int layer = 0; layer < model.config.layers; ++layer) {
        for (int i = 0; i < kTensorCount; ++i) {
            const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
            if (is_table(info) && info.per_layer && has(info.tensor, layer)) {
                in_layers.push_back({info.tensor, layer});
            }
        }
    }
    std::vector<ParameterTable> tables = std::move(before);
    tables.insert(tables.end(), in_layers.begin(), in_layers.end());
    tables.insert(tables.end(), after.begin(), after.end());
    return tables;
}

std::string NameOf(const Model& model, const ParameterTable& table) {
    const TensorInfo& info = InfoOf(table.tensor);
    std::string name(info.title);
    if (info.per_layer && model.config.layers > 1) name += ", layer " + std::to_string(table.layer);
    return name;
}

std::string NameOfChange(const Model& model, const Cell& parameter) {
    if (parameter.tensor == TensorId::TokenEmbedding) {
        return "change embedding of " + DisplayText(model.tokenizer, parameter.row);
    }
    return "change " + NameOf(model, {parameter.tensor, parameter.layer});
}

}  // namespace decodescope
