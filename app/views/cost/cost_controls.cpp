#include "app/views/cost/cost_controls.h"

#include <algorithm>
#include <string>

#include "app/panel/kv_heads_field.h"
#include "app/panel/number_edit.h"
#include "app/panel/view_state_change.h"
#include "app/widgets/controls.h"
#include "app/widgets/log_slider.h"

namespace decodescope {
namespace {

constexpr FormStyle kStyle{.row = 35, .switch_row = 35, .field_height = 30, .label_width = 76};
constexpr float kOwnRow = 34, kNumber = 84, kNumberGap = 8;  // at scale 1

const CostViewState& StateOf(const Panel& panel) { return panel.state.ui.cost; }
const Model& PresentOf(const Panel& panel) { return *panel.state.document.recipe.model; }

template <class Change>
void EmitChange(const Panel& panel, Change change) {
    ChangeViewState<CostViewState>(panel, change);
}

// --- A choice each

void DrawShape(const Panel& panel, Form& form) {
    const CostViewState& view = StateOf(panel);
    const auto name_of = [&](int i) { return ShapeTitle(i, PresentOf(panel)); };
    if (const auto choice = form.Choice("cost.shape", "Shape", view.shape, ShapeCount(), name_of)) {
        EmitChange(panel, [&](CostViewState& v) { v = WithShape(v, *choice, PresentOf(panel)); });
    }
    if (view.shape > 0 && !IsOwnShape(view)) {
        form.FieldTip(KnownShapes()[static_cast<size_t>(view.shape - 1)].source);
    }
}

void DrawHardware(const Panel& panel, Form& form) {
    const CostViewState& view = StateOf(panel);
    if (const auto choice = form.Choice("cost.hardware", "Hardware", view.hardware, HardwareCount(),
                                        HardwareTitle)) {
        EmitChange(panel, [&](CostViewState& v) { v = WithHardware(v, *choice); });
    }
    form.FieldTip(HardwareOf(view).source);
}

void DrawFormat(const Panel& panel, Form& form, const char* hotspot, std::string_view label,
                StorageFormat CostViewState::*format) {
    const StorageFormat now = StateOf(panel).*format;
    const auto name_of = [](int i) {
        return std::string(StorageFormats()[static_cast<size_t>(i)].name);
    };
    if (const auto choice =
            form.Choice(hotspot, label, static_cast<int>(now), kStorageFormatCount, name_of)) {
        EmitChange(panel,
                   [&](CostViewState& v) { v.*format = static_cast<StorageFormat>(*choice); });
    }
    form.FieldTip(InfoOf(now).title);
}

// An edit of the shape, which makes it a custom one.
void DrawShapeKvHeads(const Panel& panel, Form& form) {
    ModelShape shape = ShapeOf(StateOf(panel), PresentOf(panel));
    const Area field = form.Field("KV heads");
    if (const auto heads = KvHeadsChoice(panel, "##cost.shape_kv_heads", field, shape.query_heads,
                                         shape.kv_heads)) {
        shape.kv_heads = *heads;
        EmitChange(panel, [&](CostViewState& v) { v = WithOwnShape(v, shape); });
    }
    panel.Spot("cost.shape_kv_heads", field);
}

void DrawSlider(const Panel& panel, Form& form, const std::string& hotspot, std::string_view label,
                double CostViewState::*number, double most) {
    const Area field = form.Field(label);
    const float number_width = std::min(panel.Px(kNumber), field.width() / 2);
    const Area line{field.min, {field.max.x - number_width - panel.Px(kNumberGap), field.max.y}};
    const Area box{{field.max.x - number_width, field.min.y}, field.max};
    const double now = StateOf(panel).*number;
    const std::optional<double> changed =
        LogSlider(("##" + hotspot).c_str(), panel.theme, line, now, {.least = 1, .most = most});
    panel.Spot(hotspot, line);
    const NumberEdit edit = NumberField(
        ("##number" + hotspot).c_str(), panel.theme, box, now, panel.state.preferences.numbers,
        {.whole = true, .step = 1, .limits = NumberLimits{1, most}});
    panel.Spot(hotspot + ".number", box);
    const auto set = [&](double to) {
        EmitChange(panel, [&](CostViewState& v) { v.*number = to; });
    };
    if (changed) set(*changed);
    EmitNumber(panel, hotspot + ".number", edit, set);
}

void DrawSliders(const Panel& panel, Form& form) {
    form.Divide(2);
    DrawSlider(panel, form, "cost.batch", "Batch", &CostViewState::batch, kLargestBatch);
    DrawSlider(panel, form, "cost.context", "Context", &CostViewState::context, kLargestContext);
}

// --- A custom shape and custom hardware

struct OwnSize {
    const char* label;
    const char* hotspot;
    int ModelShape::*size;
    int most;
};

constexpr OwnSize kOwnSizes[] = {
    {"Layers", "cost.own.layers", &ModelShape::layers, kMostLayers},
    {"Width d", "cost.own.d_model", &ModelShape::d_model, kMostWidth},
    {"Heads", "cost.own.query_heads", &ModelShape::query_heads, kMostHeads},
    {"Head size", "cost.own.head_dim", &ModelShape::head_dim, kMostWidth},
    {"MLP", "cost.own.mlp_hidden", &ModelShape::mlp_hidden, kMostWidth},
    {"Vocabulary", "cost.own.vocabulary", &ModelShape::vocabulary, kMostVocabulary},
};

struct OwnSwitch {
    const char* label;
    const char* hotspot;
    bool ModelShape::*is_on;
};

constexpr OwnSwitch kOwnSwitches[] = {
    {"gated MLP", "cost.own.gated", &ModelShape::gated},
    {"output tied to the embedding", "cost.own.tied", &ModelShape::tied},
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
         // One rate for every format.
         h.rate_float32 = h.rate_float16 = h.rate_float8 = h.rate_int8 = number;
     }},
    {"GB", "cost.own.memory", 1e9, [](const Hardware& h, StorageFormat) { return h.memory; },
     [](Hardware& h, double number) { h.memory = number; }},
};

void DrawOwnShape(const Panel& panel, Column& column) {
    if (!IsOwnShape(StateOf(panel))) return;
    const ModelShape& shape = StateOf(panel).own_shape;
    FormStyle close = kStyle;
    close.row = kOwnRow;
    Form sizes = panel.FormIn(column, close);
    sizes.Divide(3);
    for (const OwnSize& row : kOwnSizes) {
        const NumberEdit edit =
            sizes.Number(row.hotspot, row.label, static_cast<double>(shape.*row.size),
                         {.as_typed = true,
                          .whole = true,
                          .step = 1,
                          .limits = NumberLimits{1, 1.0 * row.most}});
        EmitNumber(panel, row.hotspot, edit, [&](double number) {
            EmitChange(panel,
                       [&](CostViewState& v) { v.own_shape.*row.size = static_cast<int>(number); });
        });
    }
    Form switches = panel.FormIn(column, kStyle);
    switches.Divide(2);
    for (const OwnSwitch& row : kOwnSwitches) {
        if (switches.Switch(row.hotspot, row.label, shape.*row.is_on)) {
            EmitChange(panel, [&](CostViewState& v) {
                v.own_shape.*row.is_on = !(v.own_shape.*row.is_on);
            });
        }
    }
}

void DrawOwnHardware(const Panel& panel, Column& column) {
    const CostViewState& view = StateOf(panel);
    if (!IsOwnHardware(view)) return;
    Form form = panel.FormIn(column, kStyle);
    form.Divide(3);
    for (const OwnRate& row : kOwnRates) {
        const NumberEdit edit =
            form.Number(row.hotspot, row.label, row.get(view.own_hardware, view.weights) / row.unit,
                        {.as_typed = true,
                         .step = 1,
                         .limits = NumberLimits{kLeastRate / row.unit, kMostRate / row.unit}});
        EmitNumber(panel, row.hotspot, edit, [&](double number) {
            EmitChange(panel,
                       [&](CostViewState& v) { row.set(v.own_hardware, number * row.unit); });
        });
    }
}

}  // namespace

void DrawCostControls(const Panel& panel, Column& column) {
    Form form = panel.FormIn(column, kStyle);
    form.Divide(2);
    DrawShape(panel, form);
    DrawHardware(panel, form);
    DrawOwnShape(panel, column);
    DrawOwnHardware(panel, column);
    form.Divide(3);
    DrawFormat(panel, form, "cost.format", "Weights", &CostViewState::weights);
    DrawFormat(panel, form, "cost.cache_format", "KV cache", &CostViewState::cache);
    DrawShapeKvHeads(panel, form);
    DrawSliders(panel, form);
}

void DrawShazeerControls(const Panel& panel, Column& column) {
    Form form = panel.FormIn(column, kStyle);
    form.Divide(2);
    DrawShape(panel, form);
    DrawShapeKvHeads(panel, form);
    DrawOwnShape(panel, column);
    DrawSliders(panel, form);
}

}  // namespace decodescope
