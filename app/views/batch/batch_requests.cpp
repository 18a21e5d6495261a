#include "app/views/batch/batch_requests.h"

#include "app/views/batch/batch_fields.h"
#include "app/views/batch/batch_samples.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kTabs = 40, kTabGap = 24;  // at scale 1
constexpr float kSmallField = 38, kSmallHeight = 26, kCross = 30, kFieldGap = 6;
constexpr float kPitch = 80;

void DrawKinds(const Panel& panel, Area area) {
    constexpr struct {
        BatchKind kind;
        const char* hotspot;
        const char* name;
    } kKinds[] = {{BatchKind::Prompts, "batch.prompts", "Prompts"},
                  {BatchKind::Samples, "batch.samples_of_one", "Samples of one prompt"}};
    float x = area.min.x;
    for (const auto& [kind, hotspot, name] : kKinds) {
        const float width = TextWidth(panel.theme, FontRole::LabelStrong, name);
        const Area tab = AreaAt(x, area.min.y, width, panel.Px(kTabs));
        if (TabButton(hotspot, panel.theme, tab, name, StateOf(panel).kind == kind)) {
            EmitChange(panel, [k = kind](BatchViewState& state) { state.kind = k; });
        }
        panel.Spot(hotspot, tab);
        x = tab.max.x + panel.Px(kTabGap);
    }
    DrawHorizontal(*ImGui::GetWindowDrawList(), panel.theme, area.min.x, area.max.x,
                   area.min.y + panel.Px(kTabs), panel.theme.colors().line);
}

// --- Prompts -------------------------------------------------------------------------------------

// Two lines per request: the prompt and the cross; below them two numbers, each after its label,
// and the status.
struct RequestPlaces {
    Area prompt, cross, tokens, arrival_step;
    float status = 0;  // where it begins
};

constexpr const char *kTokensLabel = "tokens", *kArrivesLabel = "arrives";

RequestPlaces PlacesOf(const Panel& panel, Area area, float y) {
    const float gap = panel.Px(kFieldGap), height = panel.Px(kBatchField), cross = panel.Px(kCross);
    const auto after = [&](float x, const char* label) {
        return x + TextWidth(panel.theme, FontRole::Label, label) + gap;
    };
    RequestPlaces places;
    places.cross = AreaAt(area.max.x - cross, y, cross, height);
    places.prompt = {{area.min.x + panel.Px(kBatchNumber), y},
                     {places.cross.min.x - gap, y + height}};
    const float below = places.prompt.max.y + gap, small = panel.Px(kSmallField);
    places.tokens =
        AreaAt(after(places.prompt.min.x, kTokensLabel), below, small, panel.Px(kSmallHeight));
    places.arrival_step = AreaAt(after(places.tokens.max.x + gap * 1.5f, kArrivesLabel), below,
                                 small, panel.Px(kSmallHeight));
    places.status = places.arrival_step.max.x + gap * 2;
    return places;
}

// A number of a request, after its label. Returns what it was changed to.
std::optional<double> DrawRequestNumber(const Panel& panel, Area field, const std::string& hotspot,
                                        const char* label, int number, const char* tip) {
    const ImVec2 before{field.min.x - panel.Px(kFieldGap), field.center().y};
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, before,
             panel.theme.colors().muted, label, Anchor::Right);
    Tip(panel.theme, {{before.x - panel.Px(kSmallField), field.min.y}, {before.x, field.max.y}},
        tip);
    return DrawNumberIn(panel, field, hotspot, number,
                        {.centered = true, .whole = true, .step = 0.05});
}

void DrawRequest(const Panel& panel, const BatchViewData* data, int index, Area area, float y) {
    const Palette& c = panel.theme.colors();
    const BatchRequest& request = StateOf(panel).requests[static_cast<size_t>(index)];
    const RequestPlaces places = PlacesOf(panel, area, y);
    const std::string n = "." + std::to_string(index);
    const auto change = [&](auto set) {
        EmitChange(panel,
                   [&](BatchViewState& state) { set(state.requests[static_cast<size_t>(index)]); });
    };
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::MonoStrong,
             {area.min.x, places.prompt.center().y}, c.ink, std::to_string(index));
    const bool is_refused =
        data != nullptr && index < data->run->request_count() && !data->run->problem(index).empty();
    const FieldEdit<std::string> edit =
        TextField(("##batch.prompt" + n).c_str(), panel.theme, places.prompt, request.prompt,
                  {.wrong = is_refused});
    if (edit.changed) change([&](BatchRequest& r) { r.prompt = *edit.changed; });
    panel.Spot("batch.prompt" + n, places.prompt);
    if (const auto number =
            DrawRequestNumber(panel, places.tokens, "batch.tokens" + n, kTokensLabel,
                              request.tokens, "Tokens to select, unless it ends earlier")) {
        change([&](BatchRequest& r) { r.tokens = Whole(*number, kMostSelected); });
    }
    if (const auto number = DrawRequestNumber(panel, places.arrival_step, "batch.join" + n,
                                              kArrivesLabel, request.arrival_step,
                                              "Arrival step: from then on it waits for a slot")) {
        change([&](BatchRequest& r) { r.arrival_step = Whole(*number, kLatestArrival); });
    }
    const bool can_go = StateOf(panel).requests.size() > 1;
    if (IconButton(("batch.remove" + n).c_str(), panel.theme, places.cross, Icon::Close,
                   {.enabled = can_go})) {
        EmitChange(panel,
                   [index](BatchViewState& l) { l.requests.erase(l.requests.begin() + index); });
    }
    panel.Spot("batch.remove" + n, places.cross);
    Tip(panel.theme, places.cross, "Remove request");
    DrawStatus(panel, data, index, {places.status, places.tokens.center().y},
               area.max.x - places.status);
}

float DrawPrompts(const Panel& panel, const BatchViewData* data, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    y = DrawNumberRow(panel, kSlotsRow, area, y);
    y = DrawSharing(panel, area, y) + panel.Px(m.label_gap);
    const int count = static_cast<int>(StateOf(panel).requests.size());
    for (int i = 0; i < count; ++i, y += panel.Px(kPitch)) DrawRequest(panel, data, i, area, y);

    const Area add = AreaAt(area.min.x, y, area.width(), panel.Px(m.field_height));
    if (TextButton("batch.add", panel.theme, add, Icon::Plus, "Add a prompt",
                   {.enabled = count < kMostRequests})) {
        // A copy of the last one, to be changed.
        EmitChange(panel,
                   [](BatchViewState& state) { state.requests.push_back(state.requests.back()); });
    }
    panel.Spot("batch.add", add);
    return add.max.y;
}

}  // namespace

float DrawBatchRequests(const Panel& panel, const BatchViewData* data, Area area) {
    DrawKinds(panel, area);
    const float y = area.min.y + panel.Px(kTabs) + panel.Px(panel.theme.metrics.gap) * 2;
    return StateOf(panel).kind == BatchKind::Prompts ? DrawPrompts(panel, data, area, y)
                                                     : DrawBatchSamples(panel, data, area, y);
}

}  // namespace decodescope
