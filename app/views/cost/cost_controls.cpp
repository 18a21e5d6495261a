// What is modelled, to choose and to change; and the columns of the view's cards.

#include <algorithm>

#include "app/apply/view_state_commands.h"
#include "app/panel/kv_heads_field.h"
#include "app/views/cost/cost_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/log_slider.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLabel = 76, kRow = 38, kField = 30, kColumnGap = 20, kNumber = 84, kOwnRow = 34;

const CostViewState& LookOf(const Panel& panel) { return panel.state.ui.cost; }
const Model& PresentOf(const Panel& panel) { return *panel.state.document.recipe.model; }

// One of `count` fields side by side, behind its label.
Area DrawLabelled(const Panel& panel, const CostColumn& column, int index, int count,
                  std::string_view label) {
    const float gap = panel.Px(kColumnGap);
    const float width =
        (column.width() - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const float x = column.left + (width + gap) * static_cast<float>(index);
    const float height = panel.Px(kField);
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, {x, column.y},
             panel.theme.colors().muted, label);
    return {{x + panel.Px(kLabel), column.y - height / 2}, {x + width, column.y + height / 2}};
}

void DrawFormat(const Panel& panel, const CostColumn& column, int index, std::string_view label,
                const char* hotspot, StorageFormat CostViewState::*format) {
    const Area field = DrawLabelled(panel, column, index, 3, label);
    const auto name_of = [](int i) {
        return std::string(StorageFormats()[static_cast<size_t>(i)].name);
    };
    const auto choice =
        ChoiceField(("##" + std::string(hotspot)).c_str(), panel.theme, field,
                    static_cast<int>(LookOf(panel).*format), kStorageFormatCount, name_of);
    panel.Spot(hotspot, field);
    Tip(panel.theme, field, InfoOf(LookOf(panel).*format).title);
    if (!choice) return;
    CostViewState look = LookOf(panel);
    look.*format = static_cast<StorageFormat>(*choice);
    panel.Emit(SetViewState{look});
}

void DrawShape(const Panel& panel, const CostColumn& column) {
    const Area field = DrawLabelled(panel, column, 0, 2, "Shape");
    const auto name_of = [&](int i) { return ShapeTitle(i, PresentOf(panel)); };
    const auto choice =
        ChoiceField("##cost.shape", panel.theme, field, LookOf(panel).shape, ShapeCount(), name_of);
    if (choice) panel.Emit(SetViewState{WithShape(LookOf(panel), *choice, PresentOf(panel))});
    panel.Spot("cost.shape", field);
    if (LookOf(panel).shape > 0 && !IsOwnShape(LookOf(panel))) {
        Tip(panel.theme, field, KnownShapes()[static_cast<size_t>(LookOf(panel).shape - 1)].source);
    }
}

void DrawHardware(const Panel& panel, const CostColumn& column) {
    const Area field = DrawLabelled(panel, column, 1, 2, "Machine");
    const auto choice = ChoiceField("##cost.hardware", panel.theme, field, LookOf(panel).hardware,
                                    HardwareCount(), HardwareTitle);
    if (choice) panel.Emit(SetViewState{WithHardware(LookOf(panel), *choice)});
    panel.Spot("cost.hardware", field);
    Tip(panel.theme, field, HardwareOf(LookOf(panel)).source);
}

// Which is an edit of the shape, and so makes it one's own.
void DrawShapeKvHeads(const Panel& panel, const CostColumn& column, int index, int count) {
    ModelShape shape = ShapeOf(LookOf(panel), PresentOf(panel));
    const Area field = DrawLabelled(panel, column, index, count, "KV heads");
    if (const auto heads = KvHeadsChoice(panel, "##cost.shape_kv_heads", field, shape.query_heads,
                                         shape.kv_heads)) {
        shape.kv_heads = *heads;
        panel.Emit(SetViewState{WithOwnShape(LookOf(panel), shape)});
    }
    panel.Spot("cost.shape_kv_heads", field);
}

void DrawSlider(const Panel& panel, const CostColumn& column, int index, std::string_view label,
                const char* hotspot, double CostViewState::*number, double most) {
    const Area field = DrawLabelled(panel, column, index, 2, label);
    const float number_width = std::min(panel.Px(kNumber), field.width() / 2);
    const Area line{field.min, {field.max.x - number_width - panel.Px(8), field.max.y}};
    const Area box{{field.max.x - number_width, field.min.y}, field.max};
    CostViewState look = LookOf(panel);
    const std::string name = hotspot;
    std::optional<double> changed = LogSlider(("##" + name).c_str(), panel.theme, line,
                                              look.*number, {.least = 1, .most = most});
    panel.Spot(name, line);
    const NumberEdit edit =
        NumberField(("##number" + name).c_str(), panel.theme, box, look.*number,
                    panel.state.preferences.numbers, {.whole = true, .step = 1});
    panel.Spot(name + ".number", box);
    if (edit.changed) changed = edit.changed;
    if (!changed) return;
    look.*number = *changed;
    panel.Emit(SetViewState{look});
}

// One number of one's own, above the line of its field: three in a row.
std::optional<double> DrawOwnNumber(const Panel& panel, const CostColumn& column, int index,
                                    std::string_view label, const char* hotspot, double number,
                                    bool whole) {
    const Area field = DrawLabelled(panel, column, index, 3, label);
    const NumberEdit edit =
        NumberField(("##" + std::string(hotspot)).c_str(), panel.theme, field, number,
                    panel.state.preferences.numbers, {.as_typed = true, .whole = whole, .step = 1});
    panel.Spot(hotspot, field);
    return edit.changed;
}

struct OwnSize {
    const char* label;
    const char* hotspot;
    int ModelShape::*size;
};

constexpr OwnSize kOwnSizes[] = {
    {"Layers", "cost.own.layers", &ModelShape::layers},
    {"Width d", "cost.own.d_model", &ModelShape::d_model},
    {"Heads", "cost.own.query_heads", &ModelShape::query_heads},
    {"Head size", "cost.own.head_dim", &ModelShape::head_dim},
    {"MLP", "cost.own.mlp_hidden", &ModelShape::mlp_hidden},
    {"Words", "cost.own.vocabulary", &ModelShape::vocabulary},
};

struct OwnRate {
    const char* label;
    const char* hotspot;
    double unit;
    double (*get)(const Hardware& hardware, StorageFormat format);
    void (*set)(Hardware& hardware, double number);
};

constexpr OwnRate kOwnRates[] = {
    {"GB/s", "cost.own.bandwidth", 1e9,
     [](const Hardware& h, StorageFormat) { return h.bandwidth; },
     [](Hardware& h, double number) { h.bandwidth = number; }},
    {"TFLOP/s", "cost.own.rate", 1e12,
     [](const Hardware& h, StorageFormat f) { return RateFor(h, f); },
     [](Hardware& h, double number) {
         // One rate, whatever the format.
         h.rate_float32 = h.rate_float16 = h.rate_float8 = h.rate_int8 = number;
     }},
    {"GB", "cost.own.memory", 1e9, [](const Hardware& h, StorageFormat) { return h.memory; },
     [](Hardware& h, double number) { h.memory = number; }},
};

}  // namespace

CostColumn BeginCard(const Panel& panel, const char* name, Area card, ImU32 fill) {
    ImGui::SetCursorScreenPos(card.min);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::ColorConvertU32ToFloat4(fill));
    ImGui::BeginChild(name, {std::max(1.0f, card.width()), std::max(1.0f, card.height())}, false,
                      ImGuiWindowFlags_NoNav);
    ImGui::PopStyleColor();
    const float margin = panel.Px(panel.theme.metrics.margin) * 0.8f;
    return {card.min.x + margin, card.max.x - margin, ImGui::GetCursorScreenPos().y + panel.Px(28)};
}

void EndCard(const CostColumn& column) {
    ImGui::SetCursorScreenPos({column.left, column.y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

void DrawCardTitle(const Panel& panel, CostColumn& column, std::string_view title,
                   std::string_view sentence) {
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::ContainerTitle,
             {column.left, column.y}, panel.theme.colors().ink, title);
    column.y += panel.Px(28);
    column.y = DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
                             {column.left, column.y}, panel.theme.colors().muted, sentence,
                             column.width());
    column.y += panel.Px(10);
}

void DrawSentence(const Panel& panel, CostColumn& column, std::string_view sentence) {
    column.y =
        DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
                      {column.left, column.y}, panel.theme.colors().ink, sentence, column.width());
    column.y += panel.Px(4);
}

void DrawCostSliders(const Panel& panel, CostColumn& column) {
    DrawSlider(panel, column, 0, "Batch", "cost.batch", &CostViewState::batch, kLargestBatch);
    DrawSlider(panel, column, 1, "Context", "cost.context", &CostViewState::context,
               kLargestContext);
    column.y += panel.Px(kRow);
}

void DrawShapeAndKvHeads(const Panel& panel, CostColumn& column) {
    DrawShape(panel, column);
    DrawShapeKvHeads(panel, column, 1, 2);
    column.y += panel.Px(kRow);
    if (IsOwnShape(LookOf(panel))) DrawOwnShape(panel, column);
}

void DrawCostControls(const Panel& panel, CostColumn& column) {
    DrawShape(panel, column);
    DrawHardware(panel, column);
    column.y += panel.Px(kRow);
    if (IsOwnShape(LookOf(panel))) DrawOwnShape(panel, column);
    if (IsOwnHardware(LookOf(panel))) DrawOwnHardware(panel, column);
    DrawFormat(panel, column, 0, "Weights", "cost.format", &CostViewState::weights);
    DrawFormat(panel, column, 1, "KV cache", "cost.cache_format", &CostViewState::cache);
    DrawShapeKvHeads(panel, column, 2, 3);
    column.y += panel.Px(kRow);
    DrawCostSliders(panel, column);
}

void DrawOwnShape(const Panel& panel, CostColumn& column) {
    CostViewState look = LookOf(panel);
    int at = 0;
    for (const OwnSize& row : kOwnSizes) {
        const auto changed = DrawOwnNumber(panel, column, at % 3, row.label, row.hotspot,
                                           static_cast<double>(look.own_shape.*row.size), true);
        if (changed) {
            look.own_shape.*row.size = static_cast<int>(std::clamp(*changed, 1.0, 1e9));
            panel.Emit(SetViewState{look});
        }
        if (++at % 3 == 0) column.y += panel.Px(kOwnRow);
    }
    const Area gated = DrawLabelled(panel, column, 0, 2, "");
    const Area gated_box{{gated.min.x - panel.Px(kLabel), gated.min.y}, gated.max};
    if (Toggle("cost.own.gated", panel.theme, gated_box, "gated MLP", look.own_shape.gated)) {
        look.own_shape.gated = !look.own_shape.gated;
        panel.Emit(SetViewState{look});
    }
    panel.Spot("cost.own.gated", gated_box);
    const Area tied = DrawLabelled(panel, column, 1, 2, "");
    const Area tied_box{{tied.min.x - panel.Px(kLabel), tied.min.y}, tied.max};
    if (Toggle("cost.own.tied", panel.theme, tied_box, "output tied to the embedding",
               look.own_shape.tied)) {
        look.own_shape.tied = !look.own_shape.tied;
        panel.Emit(SetViewState{look});
    }
    panel.Spot("cost.own.tied", tied_box);
    column.y += panel.Px(kRow);
}

void DrawOwnHardware(const Panel& panel, CostColumn& column) {
    CostViewState look = LookOf(panel);
    int at = 0;
    for (const OwnRate& row : kOwnRates) {
        const auto changed =
            DrawOwnNumber(panel, column, at++, row.label, row.hotspot,
                          row.get(look.own_hardware, look.weights) / row.unit, false);
        if (!changed) continue;
        row.set(look.own_hardware, *changed * row.unit);
        panel.Emit(SetViewState{look});
    }
    column.y += panel.Px(kRow);
}

}  // namespace decodescope
