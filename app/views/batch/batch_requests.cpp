#include "app/views/batch/batch_requests.h"

#include "app/apply/edit_commands.h"
#include "app/panel/edit_text.h"
#include "app/panel/number_edit.h"
#include "app/views/batch/batch_fields.h"
#include "app/views/batch/batch_samples.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

constexpr float kTabs = 40, kTabGap = 24;  // at scale 1
constexpr float kPromptHeight = 34, kSmallField = 38, kSmallHeight = 26, kCross = 30, kFieldGap = 6;
constexpr float kPitch = 80;

void DrawKinds(const Panel& panel, Column& column) {
    const Pen pen = panel.pen();
    constexpr struct {
        BatchKind kind;
        const char* hotspot;
        const char* name;
    } kKinds[] = {{BatchKind::Prompts, "batch.prompts", "Prompts"},
                  {BatchKind::Samples, "batch.samples_of_one", "Samples of one prompt"}};
    float x = column.left;
    for (const auto& [kind, hotspot, name] : kKinds) {
        const float width = pen.Strong().Width(name);
        const Area tab = AreaAt(x, column.y, width, panel.Px(kTabs));
        if (TabButton(hotspot, panel.theme, tab, name, StateOf(panel).kind == kind)) {
            EmitChange(panel, [k = kind](BatchViewState& v) { v.kind = k; });
        }
        panel.Spot(hotspot, tab);
        x = tab.max.x + panel.Px(kTabGap);
    }
    column.y += panel.Px(kTabs);
    pen.In(panel.theme.colors().line).Horizontal(column.left, column.right, column.y);
}

// --- Prompts -------------------------------------------------------------------------------------

// Two lines per request: the prompt and the cross; below them two numbers, each after its label,
// and the status.
struct RequestPlaces {
    Area prompt, cross, tokens, arrival_step;
    float status = 0;  // where it begins
};

constexpr const char *kTokensLabel = "tokens", *kArrivesLabel = "arrives";

RequestPlaces PlacesOf(const Panel& panel, const Column& column) {
    const Pen pen = panel.pen();
    const float gap = panel.Px(kFieldGap), height = panel.Px(kPromptHeight),
                cross = panel.Px(kCross);
    const auto after = [&](float x, const char* label) { return x + pen.Width(label) + gap; };
    RequestPlaces places;
    places.cross = AreaAt(column.right - cross, column.y, cross, height);
    places.prompt = {{column.left + panel.Px(kBatchNumber), column.y},
                     {places.cross.min.x - gap, column.y + height}};
    const float below = places.prompt.max.y + gap, small = panel.Px(kSmallField);
    places.tokens =
        AreaAt(after(places.prompt.min.x, kTokensLabel), below, small, panel.Px(kSmallHeight));
    places.arrival_step = AreaAt(after(places.tokens.max.x + gap * 1.5f, kArrivesLabel), below,
                                 small, panel.Px(kSmallHeight));
    places.status = places.arrival_step.max.x + gap * 2;
    return places;
}

struct RequestNumber {
    std::string hotspot;
    const char* label;
    int number;
    NumberLimits limits;
    const char* tip;
};

// A number of a request, after its label; `set` is called with what it was changed to.
template <class Set>
void DrawRequestNumber(const Panel& panel, Area field, const RequestNumber& row, Set set) {
    const auto& [hotspot, label, number, limits, tip] = row;
    const Pen pen = panel.pen();
    const ImVec2 before{field.min.x - panel.Px(kFieldGap), field.center().y};
    pen.Muted().WriteRight(before, label);
    Tip(panel.theme, {{before.x - panel.Px(kSmallField), field.min.y}, {before.x, field.max.y}},
        tip);
    panel.Spot(hotspot, field);
    const NumberEdit edit = NumberField(
        ("##" + hotspot).c_str(), panel.theme, field, number, panel.state.preferences.numbers,
        {.centered = true, .whole = true, .step = 0.05, .limits = limits});
    if (edit.changed) set(static_cast<int>(*edit.changed));
    EmitEditEnd(panel, hotspot, edit);
}

void DrawRequest(const Panel& panel, const BatchViewData* data, int index, Column& column) {
    const BatchRequest& request = StateOf(panel).requests[static_cast<size_t>(index)];
    const RequestPlaces places = PlacesOf(panel, column);
    const std::string n = "." + std::to_string(index);
    const auto change = [&](auto set) {
        EmitChange(panel, [&](BatchViewState& v) { set(v.requests[static_cast<size_t>(index)]); });
    };
    panel.pen()
        .In(FontRole::MonoStrong)
        .Write({column.left, places.prompt.center().y}, std::to_string(index));
    const bool is_refused =
        data != nullptr && index < data->run->request_count() && !data->run->problem(index).empty();
    const FieldEdit<std::string> edit =
        EditText(panel, ("##batch.prompt" + n).c_str(), places.prompt, request.prompt,
                 {.wrong = is_refused});
    if (edit.changed) change([&](BatchRequest& r) { r.prompt = *edit.changed; });
    if (edit.ended) panel.Emit(EndEdit{});
    panel.Spot("batch.prompt" + n, places.prompt);
    DrawRequestNumber(panel, places.tokens,
                      {"batch.tokens" + n,
                       kTokensLabel,
                       request.tokens,
                       {1, kMostSelected},
                       "Tokens to select, unless it ends earlier"},
                      [&](int number) { change([&](BatchRequest& r) { r.tokens = number; }); });
    DrawRequestNumber(
        panel, places.arrival_step,
        {"batch.join" + n,
         kArrivesLabel,
         request.arrival_step,
         {0, kLatestArrival},
         "Arrival step: from then on it waits for a slot"},
        [&](int number) { change([&](BatchRequest& r) { r.arrival_step = number; }); });
    const bool can_go = StateOf(panel).requests.size() > 1;
    if (IconButton(("batch.remove" + n).c_str(), panel.theme, places.cross, Icon::Close,
                   {.enabled = can_go})) {
        EmitChange(panel,
                   [index](BatchViewState& v) { v.requests.erase(v.requests.begin() + index); });
    }
    panel.Spot("batch.remove" + n, places.cross);
    Tip(panel.theme, places.cross, "Remove request");
    DrawStatus(panel, data, index, {places.status, places.tokens.center().y},
               column.right - places.status);
    column.y += panel.Px(kPitch);
}

void DrawPrompts(const Panel& panel, const BatchViewData* data, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const float half = panel.Px(kBatchForm.field_height) / 2;
    column.y += half;
    Form form = panel.FormIn(column, kBatchForm);
    DrawNumber(panel, form, kSlotsRow);
    DrawSharing(panel, form);
    column.y += panel.Px(m.label_gap) - half;
    const int count = static_cast<int>(StateOf(panel).requests.size());
    for (int i = 0; i < count; ++i) DrawRequest(panel, data, i, column);

    const Area add = column.Block(panel.Px(m.field_height));
    if (TextButton("batch.add", panel.theme, add, Icon::Plus, "Add a prompt",
                   {.enabled = count < kMostRequests})) {
        // A copy of the last one, to be changed.
        EmitChange(panel, [](BatchViewState& v) { v.requests.push_back(v.requests.back()); });
    }
    panel.Spot("batch.add", add);
    column.y = add.max.y;
}

}  // namespace

void DrawBatchRequests(const Panel& panel, const BatchViewData* data, Column& column) {
    DrawKinds(panel, column);
    column.y += panel.Px(panel.theme.metrics.gap) * 2;
    if (StateOf(panel).kind == BatchKind::Prompts) {
        DrawPrompts(panel, data, column);
    } else {
        DrawBatchSamples(panel, data, column);
    }
}

}  // namespace decodescope
