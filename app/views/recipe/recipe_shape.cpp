#include "app/views/recipe/recipe_shape.h"

#include <string>
#include <utility>

#include "app/views/recipe/recipe_form.h"

namespace decodescope {
namespace {

std::string NormName(NormKind norm) {
    switch (norm) {
        case NormKind::None: return "none";
        case NormKind::RmsNorm: return "RMS";
        case NormKind::LayerNorm: return "layer";
    }
    return {};
}

std::string PositionsName(Positions positions) {
    switch (positions) {
        case Positions::None: return "none";
        case Positions::Learned: return "learned";
        case Positions::Rope: return "RoPE";
    }
    return {};
}

std::string MlpName(MlpKind mlp) {
    switch (mlp) {
        case MlpKind::None: return "none";
        case MlpKind::Gelu: return "GELU";
        case MlpKind::GeluTanh: return "GELU tanh";
        case MlpKind::SwiGlu: return "SwiGLU";
    }
    return {};
}

}  // namespace

void DrawShapeTable(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Config& config = ModelOf(panel).config;
    const Pen pen = panel.pen();
    DrawSectionLabel(panel, column, "Model");
    pen.Strong().WriteShortened({column.left, column.y + panel.Px(m.gap)}, ModelOf(panel).name,
                                column.width());
    column.y += panel.Px(m.title_gap + m.number_gap);

    const std::pair<std::string_view, std::string> rows[] = {
        {"layers", FormatCount(config.layers)},
        {"query heads", FormatCount(config.query_heads)},
        {"KV heads", FormatCount(config.kv_heads)},
        {"width d", FormatCount(config.d_model)},
        {"head size", FormatCount(config.head_dim)},
        {"vocabulary size", FormatCount(config.vocabulary_size)},
        {"positions", PositionsName(config.positions)},
        {"norm", NormName(config.norm)},
        {"MLP", MlpName(config.mlp)},
    };
    for (const auto& [label, text] : rows) {
        pen.Muted().Write({column.left, column.y}, label);
        pen.In(FontRole::Mono).WriteRight({column.right, column.y}, text);
        column.y += panel.Px(m.table_row);
    }
    column.y += panel.Px(m.section_gap) - panel.Px(m.gap);
}

}  // namespace decodescope
