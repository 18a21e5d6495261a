#include "app/views/batch/batch_fields.h"
#include "app/views/batch/batch_parts.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kTabs = 40, kTabGap = 24;  // at scale 1
constexpr float kSmallField = 38, kSmallHeight = 26, kCross = 30, kFieldGap = 6;
constexpr float kRowPitch = 80;

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
        if (TabButton(hotspot, panel.theme, tab, name, LookOf(panel).kind == kind)) {
            EmitViewState(panel, [k = kind](BatchViewState& look) { look.kind = k; });
        }
        panel.Spot(hotspot, tab);
        x = tab.max.x + panel.Px(kTabGap);
    }
    DrawHorizontal(*ImGui::GetWindowDrawList(), panel.theme, area.min.x, area.max.x,
                   area.min.y + panel.Px(kTabs), panel.theme.colors().line);
}

// --- Prompts -------------------------------------------------------------------------------------

// Two lines: the prompt and the cross; below it two numbers, their names before them, and the
// status.
struct RowPlaces {
    Area prompt, cross, tokens, arrival_step;
    float status = 0;  // where it begins
};

constexpr const char *kTokensName = "tokens", *kJoinsName = "joins";

RowPlaces PlacesOf(const Panel& panel, Area area, float y) {
    const float gap = panel.Px(kFieldGap), height = panel.Px(kBatchField), cross = panel.Px(kCross);
    const auto behind = [&](float x, const char* name) {
        return x + TextWidth(panel.theme, FontRole::Label, name) + gap;
    };
    RowPlaces places;
    places.cross = AreaAt(area.max.x - cross, y, cross, height);
    places.prompt = {{area.min.x + panel.Px(kBatchNumber), y},
                     {places.cross.min.x - gap, y + height}};
    const float below = places.prompt.max.y + gap, small = panel.Px(kSmallField);
    places.tokens =
        AreaAt(behind(places.prompt.min.x, kTokensName), below, small, panel.Px(kSmallHeight));
    places.arrival_step = AreaAt(behind(places.tokens.max.x + gap * 1.5f, kJoinsName), below, small,
                                 panel.Px(kSmallHeight));
    places.status = places.arrival_step.max.x + gap * 2;
    return places;
}

// A number of a row, with its name before it. Returns what it was changed to.
std::optional<double> DrawRowNumber(const Panel& panel, Area field, const std::string& hotspot,
                                    const char* name, int number, const char* tip) {
    const ImVec2 before{field.min.x - panel.Px(kFieldGap), field.center().y};
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, before,
             panel.theme.colors().muted, name, Anchor::Right);
    Tip(panel.theme, {{before.x - panel.Px(kSmallField), field.min.y}, {before.x, field.max.y}},
        tip);
    return DrawNumberIn(panel, field, hotspot, number,
                        {.centered = true, .whole = true, .step = 0.05});
}

void DrawRow(const Panel& panel, const ShownBatch* shown, int index, Area area, float y) {
    const Palette& c = panel.theme.colors();
    const BatchRequest& row = LookOf(panel).rows[static_cast<size_t>(index)];
    const RowPlaces places = PlacesOf(panel, area, y);
    const std::string n = "." + std::to_string(index);
    const auto change = [&](auto set) {
        EmitViewState(panel,
                      [&](BatchViewState& look) { set(look.rows[static_cast<size_t>(index)]); });
    };
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::MonoStrong,
             {area.min.x, places.prompt.center().y}, c.ink, std::to_string(index + 1));
    const bool is_refused = shown != nullptr && index < shown->run.request_count() &&
                            !shown->run.problem(index).empty();
    const FieldEdit<std::string> edit = TextField(("##batch.prompt" + n).c_str(), panel.theme,
                                                  places.prompt, row.prompt, {.wrong = is_refused});
    if (edit.changed) change([&](BatchRequest& r) { r.prompt = *edit.changed; });
    panel.Spot("batch.prompt" + n, places.prompt);
    if (const auto number =
            DrawRowNumber(panel, places.tokens, "batch.tokens" + n, kTokensName, row.tokens,
                          "How many tokens are selected, unless it ends before")) {
        change([&](BatchRequest& r) { r.tokens = Whole(*number, kMostSelected); });
    }
    if (const auto number =
            DrawRowNumber(panel, places.arrival_step, "batch.join" + n, kJoinsName,
                          row.arrival_step, "The step from which on it waits for a slot")) {
        change([&](BatchRequest& r) { r.arrival_step = Whole(*number, kLatestArrival); });
    }
    const bool can_go = LookOf(panel).rows.size() > 1;
    if (IconButton(("batch.remove" + n).c_str(), panel.theme, places.cross, Icon::Close,
                   {.enabled = can_go})) {
        EmitViewState(panel, [index](BatchViewState& l) { l.rows.erase(l.rows.begin() + index); });
    }
    panel.Spot("batch.remove" + n, places.cross);
    Tip(panel.theme, places.cross, "Take this row away");
    DrawStatus(panel, shown, index, {places.status, places.tokens.center().y},
               area.max.x - places.status);
}

float DrawPrompts(const Panel& panel, const ShownBatch* shown, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    y = DrawNumberRow(panel, kSlotsRow, area, y);
    y = DrawSharing(panel, area, y) + panel.Px(m.label_gap);
    const int count = static_cast<int>(LookOf(panel).rows.size());
    for (int i = 0; i < count; ++i, y += panel.Px(kRowPitch)) DrawRow(panel, shown, i, area, y);

    const Area add = AreaAt(area.min.x, y, area.width(), panel.Px(m.field_height));
    if (TextButton("batch.add", panel.theme, add, Icon::Plus, "Add a prompt",
                   {.enabled = count < kMostRequests})) {
        // Like the last one, to be changed.
        EmitViewState(panel, [](BatchViewState& look) { look.rows.push_back(look.rows.back()); });
    }
    panel.Spot("batch.add", add);
    return add.max.y;
}

}  // namespace

std::string RequestName(const Panel& panel, int request) {
    const bool is_sample = LookOf(panel).kind == BatchKind::Samples;
    return (is_sample ? "sample " : "row ") + std::to_string(request + 1);
}

float DrawBatchRequests(const Panel& panel, const ShownBatch* shown, Area area) {
    DrawKinds(panel, area);
    const float y = area.min.y + panel.Px(kTabs) + panel.Px(panel.theme.metrics.gap) * 2;
    return LookOf(panel).kind == BatchKind::Prompts ? DrawPrompts(panel, shown, area, y)
                                                    : DrawBatchSamples(panel, shown, area, y);
}

}  // namespace decodescope
