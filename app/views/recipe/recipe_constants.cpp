#include "app/views/recipe/recipe_constants.h"

#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/panel/kv_heads_field.h"
#include "app/views/recipe/recipe_form.h"
#include "core/model/edit_config.h"

namespace decodescope {
namespace {

constexpr float kScaleLabel = 42, kChoiceWidth = 116;  // at scale 1

// The value of the expression, at the end of its field if there is room.
void DrawScaleValue(const Panel& panel, Area field) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen().In(FontRole::Mono).Muted();
    const std::string value =
        FormatNumber(ModelOf(panel).config.attention_scale, panel.state.preferences.numbers);
    const float pad = panel.Px(m.text_gap);
    const float needed = panel.Px(m.field_padding) + pen.Width(ScaleText(ModelOf(panel))) + pad +
                         pen.Width(value) + pad;
    if (needed > field.width() + 1) return;
    pen.WriteRight({field.max.x - pad, field.center().y}, value);
}

void DrawScale(const Panel& panel, Column& column) {
    const Model& model = ModelOf(panel);
    const Refusal* const refused = panel.state.ui.refused.Of("recipe.scale");
    Form form = panel.FormIn(column, {.label_width = kScaleLabel});
    const FieldEdit<std::string> edit =
        form.Text("recipe.scale", "Scale", refused ? refused->typed : ScaleText(model),
                  {.wrong = refused != nullptr});
    if (edit.changed) panel.Emit(SetAttentionScale{WithDecimalPoint(*edit.changed)});
    if (edit.ended) panel.Emit(EndEdit{});
    if (refused) return DrawRefusal(panel, column, "recipe.scale");
    DrawScaleValue(panel, form.field());
    form.RowTip("The scores are q·k times this scale: " +
                FormatExact(model.config.attention_scale, panel.state.preferences.numbers) +
                ". Write a number or a short expression: 0.5, 1/2, 1/sqrt(2), 1/√2.");
}

void DrawKvHeads(const Panel& panel, Column& column) {
    if (ModelOf(panel).config.query_heads == 1) return;
    Form form = panel.FormIn(column, {.field_width = kChoiceWidth});
    DrawKvHeadsField(panel, form.Field("KV heads"), "recipe.kv_heads");
    form.RowTip(
        "How many K and V heads the query heads share. More: each query head gets its own copy of "
        "what it read, so nothing changes yet. Fewer: query heads that share a KV head now read "
        "the average of those they read before.");
    DrawRefusal(panel, column, "recipe.kv_heads");
}

}  // namespace

void DrawConstants(const Panel& panel, Column& column) {
    const Config& config = ModelOf(panel).config;
    const float row = panel.Px(panel.theme.metrics.row_height);
    DrawScale(panel, column);
    if (config.norm != NormKind::None) {
        Tip(panel.theme, column.Line(row),
            "Added to the mean square before the root is taken, so that nothing is divided by 0.");
        if (const auto eps = DrawNumberRow(panel, column, "recipe.norm_eps", "Norm ε",
                                           config.norm_eps, false, 1e-6)) {
            panel.Emit(SetNormEps{*eps});
        }
        DrawRefusal(panel, column, "recipe.norm_eps");
    }
    if (config.positions == Positions::Rope) {
        Tip(panel.theme, column.Line(row),
            "How fast RoPE rotates: pair i of a head by the angle position · base^(−2i/d), where d "
            "is the head size.");
        if (const auto theta = DrawNumberRow(panel, column, "recipe.rope_theta", "RoPE base",
                                             config.rope_theta, false, 10)) {
            panel.Emit(SetRopeTheta{*theta});
        }
        DrawRefusal(panel, column, "recipe.rope_theta");
    }
    DrawKvHeads(panel, column);
    column.y += panel.Px(panel.theme.metrics.gap);
}

}  // namespace decodescope
