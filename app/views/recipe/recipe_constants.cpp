// The single numbers of a model's configuration that can be changed.

#include "app/panel/kv_heads_field.h"
#include "app/views/recipe/recipe_parts.h"
#include "app/widgets/text.h"
#include "core/model/edit_config.h"

namespace decodescope {
namespace {

constexpr float kFieldWidth = 116, kScaleLabel = 42;  // at scale 1

const Model& ModelOf(const Panel& panel) { return *panel.state.document.recipe.model; }

// The label at the left of a line, and where its field is at the right.
Area DrawFieldLabel(const Panel& panel, const Column& column, std::string_view label) {
    const float height = panel.Px(panel.theme.metrics.number_height), width = panel.Px(kFieldWidth);
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, {column.left, column.y},
             panel.theme.colors().muted, label);
    return AreaAt(column.right - width, column.y - height / 2, width, height);
}

// The whole line, for a tip.
Area LineOf(const Panel& panel, const Column& column) {
    const float half = panel.Px(panel.theme.metrics.row_height) / 2;
    return {{column.left, column.y - half}, {column.right, column.y + half}};
}

// What the words come to, at the end of their field; left out where they need the room.
void DrawScaleValue(const Panel& panel, Area field) {
    const std::string value =
        FormatNumber(ModelOf(panel).config.attention_scale, panel.state.preferences.numbers);
    const float pad = panel.Px(panel.theme.metrics.text_gap);
    const float words = TextWidth(panel.theme, FontRole::Mono, ScaleText(ModelOf(panel)));
    const float needed = panel.Px(panel.theme.metrics.field_padding) + words + pad +
                         TextWidth(panel.theme, FontRole::Mono, value) + pad;
    if (needed > field.width() + 1) return;
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Mono,
             {field.max.x - pad, field.center().y}, panel.theme.colors().muted, value,
             Anchor::Right);
}

void DrawScale(const Panel& panel, Column& column) {
    const auto& refused = panel.state.ui.refused;
    const bool is_wrong = refused && refused->field == "recipe.scale";
    Area field = DrawFieldLabel(panel, column, "Scale");
    field.min.x = column.left + panel.Px(kScaleLabel);
    const FieldEdit<std::string> edit =
        TextField("##scale", panel.theme, field, ScaleText(ModelOf(panel)), {.wrong = is_wrong});
    if (edit.changed) panel.Emit(SetAttentionScale{WithDecimalPoint(*edit.changed)});
    if (edit.ended) panel.Emit(EndEdit{});
    panel.Spot("recipe.scale", field);
    if (!is_wrong) DrawScaleValue(panel, field);
    if (!is_wrong)
        Tip(panel.theme, LineOf(panel, column),
            "Scores are q·k times this: " +
                FormatExact(ModelOf(panel).config.attention_scale,
                            panel.state.preferences.numbers) +
                ". A number, or a small calculation: 0.5, 1/2, 1/sqrt(2), 1/√2.");
    column.y += panel.Px(panel.theme.metrics.row_height);
    DrawRefusal(panel, column, "recipe.scale");
}

void DrawKvHeads(const Panel& panel, Column& column) {
    const Config& config = ModelOf(panel).config;
    if (config.query_heads == 1) return;
    DrawKvHeadsField(panel, DrawFieldLabel(panel, column, "KV heads"), "recipe.kv_heads");
    Tip(panel.theme, LineOf(panel, column),
        "How many K and V heads the query heads share. More: each query head gets its own copy of "
        "what "
        "it read, so nothing changes yet. Fewer: query heads that share a KV head now read the "
        "average "
        "of those they read before.");
    column.y += panel.Px(panel.theme.metrics.row_height);
    DrawRefusal(panel, column, "recipe.kv_heads");
}

}  // namespace

void DrawRefusal(const Panel& panel, Column& column, std::string_view field) {
    const auto& refused = panel.state.ui.refused;
    if (!refused || refused->field != field) return;
    column.y = DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
                             {column.left, column.y}, panel.theme.colors().ink, refused->text,
                             column.width());
    column.y += panel.Px(panel.theme.metrics.gap);
}

void DrawConstants(const Panel& panel, Column& column) {
    const Config& config = ModelOf(panel).config;
    DrawScale(panel, column);
    if (config.norm != NormKind::None) {
        Tip(panel.theme, LineOf(panel, column),
            "Added to the mean of the squares before the root, so that nothing is divided by 0.");
        if (const auto eps = DrawNumberLine(panel, column, "recipe.norm_eps", "Norm ε",
                                            config.norm_eps, false, 1e-6)) {
            panel.Emit(SetNormEps{*eps});
        }
        DrawRefusal(panel, column, "recipe.norm_eps");
    }
    if (config.positions == Positions::Rope) {
        Tip(panel.theme, LineOf(panel, column),
            "How fast RoPE turns: pair i of a head by position · base^(−2i/d), d numbers per "
            "head.");
        if (const auto theta = DrawNumberLine(panel, column, "recipe.rope_theta", "RoPE base",
                                              config.rope_theta, false, 10)) {
            panel.Emit(SetRopeTheta{*theta});
        }
        DrawRefusal(panel, column, "recipe.rope_theta");
    }
    DrawKvHeads(panel, column);
    column.y += panel.Px(panel.theme.metrics.gap);
}

}  // namespace decodescope
