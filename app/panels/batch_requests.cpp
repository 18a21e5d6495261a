#include <algorithm>
#include <cmath>

#include "app/panels/batch_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/number.h"

namespace decodescope {
namespace {

constexpr float kTabs = 40, kTabGap = 24;
constexpr float kNumber = 24;           // before a row: its number
constexpr float kField = 34, kSmallField = 38, kSmallHeight = 26, kCross = 30, kFieldGap = 6;
constexpr float kRowPitch = 80, kSampleRow = 24;

const BatchLook& LookOf(const Panel& panel) { return panel.state.ui.batch; }

// Wishes for the look with a change in it.
template <class Change>
void WishLook(const Panel& panel, Change change) {
    BatchLook look = LookOf(panel);
    change(look);
    panel.Wish(SetBatch{std::move(look)});
}

// How a response stands, the longest way of saying it first.
std::vector<std::string> StatusesOf(const ShownBatch& shown, int request) {
    const Serving& serving = shown.serving(request);
    const Request& asked = shown.run.batch().requests[static_cast<size_t>(request)];
    switch (serving.state) {
        case ServingState::Refused: return {shown.run.problem(request)};
        case ServingState::ToCome: return {"joins at step " + std::to_string(asked.joins), "later"};
        case ServingState::Queued: return {"waits for a slot", "waits"};
        case ServingState::Running: {
            const std::string status = "slot " + std::to_string(serving.slot) + ", " +
                                       FormatCount(serving.selected()) + " of " +
                                       FormatCount(asked.tokens);
            return {status + (asked.tokens == 1 ? " token" : " tokens"), status};
        }
        case ServingState::Ended: {
            const std::string why(EndedBy(serving.ended));
            return {"ended: " + why + ", " + CountText(serving.selected(), "token"), "ended: " + why, why};
        }
    }
    return {};
}

// The longest that there is room for; where none fits, the shortest is cut.
std::string FittingStatus(const Panel& panel, const std::vector<std::string>& statuses, float width) {
    for (const std::string& status : statuses) {
        if (TextWidth(panel.theme, FontRole::Label, status) <= width) return status;
    }
    return Shortened(panel.theme, FontRole::Label, statuses.back(), width);
}

void DrawStatus(const Panel& panel, const ShownBatch* shown, int request, ImVec2 at, float width) {
    if (shown == nullptr || request >= shown->run.request_count()) return;
    const Palette& c = panel.theme.colors();
    const bool is_refused = shown->serving(request).state == ServingState::Refused;
    const std::vector<std::string> statuses = StatusesOf(*shown, request);
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, at,
             is_refused ? c.waiting.text : c.muted, FittingStatus(panel, statuses, width));
    const float half = panel.Px(kSmallHeight) / 2;
    const Area line{{at.x, at.y - half}, {at.x + width, at.y + half}};
    panel.Spot("batch.status." + std::to_string(request), line);
    Tip(panel.theme, line, statuses.front());
}

// --- Controls ------------------------------------------------------------------------------------

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
            WishLook(panel, [k = kind](BatchLook& look) { look.kind = k; });
        }
        panel.Spot(hotspot, tab);
        x = tab.max.x + panel.Px(kTabGap);
    }
    DrawHorizontal(*ImGui::GetWindowDrawList(), panel.theme, area.min.x, area.max.x,
                   area.min.y + panel.Px(kTabs), panel.theme.colors().line);
}

// A number of the look, its name at the left of its line.
struct NumberRow {
    const char* hotspot;
    const char* label;
    double (*get)(const BatchLook&);
    void (*set)(BatchLook&, double);
    bool whole = true;
    double step = 0.05;
};

int Whole(double number, int most) { return static_cast<int>(std::clamp(number, 0.0, 1.0 * most)); }

constexpr NumberRow kSlots{"batch.slots", "slots", [](const BatchLook& l) { return 1.0 * l.slots; },
                           [](BatchLook& l, double x) { l.slots = Whole(x, kMostSlots); }};

constexpr NumberRow kSampleNumbers[] = {
    {"batch.samples", "samples", [](const BatchLook& l) { return 1.0 * l.samples; },
     [](BatchLook& l, double x) { l.samples = Whole(x, kMostRequests); }},
    kSlots,
    {"batch.tokens", "tokens, each at most", [](const BatchLook& l) { return 1.0 * l.sample.tokens; },
     [](BatchLook& l, double x) { l.sample.tokens = Whole(x, kMostSelected); }},
    {"batch.temperature", "temperature",
     [](const BatchLook& l) { return l.sample_rule.temperature; },
     [](BatchLook& l, double x) { l.sample_rule.temperature = std::max(0.0, x); }, false, 0.01},
    {"batch.top_k", "top-k", [](const BatchLook& l) { return 1.0 * l.sample_rule.top_k; },
     [](BatchLook& l, double x) { l.sample_rule.top_k = Whole(x, 1000000); }},
    {"batch.top_p", "top-p", [](const BatchLook& l) { return l.sample_rule.top_p; },
     [](BatchLook& l, double x) { l.sample_rule.top_p = std::clamp(x, 0.01, 1.0); }, false, 0.01},
    {"batch.seed", "seed of the first", [](const BatchLook& l) {
         return static_cast<double>(l.sample_rule.seed);
     },
     [](BatchLook& l, double x) {
         l.sample_rule.seed = static_cast<std::uint64_t>(std::clamp(x, 0.0, 1e9));
     }},
};

// A field for a number. Returns what it was changed to.
std::optional<double> DrawNumberIn(const Panel& panel, Area field, const std::string& hotspot,
                                   double number, const NumberLook& look) {
    const NumberEdit edit = NumberField(("##" + hotspot).c_str(), panel.theme, field, number,
                                        panel.state.preferences.numbers, look);
    panel.Spot(hotspot, field);
    return edit.changed;
}

float DrawNumberRow(const Panel& panel, const NumberRow& row, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const float height = panel.Px(m.number_height);
    const Area field{{area.max.x - panel.Px(m.table_head) * 2, y}, {area.max.x, y + height}};
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
             {area.min.x, field.center().y}, panel.theme.colors().ink, row.label);
    const NumberLook look{.centered = true, .as_typed = true, .whole = row.whole, .step = row.step};
    if (const auto number = DrawNumberIn(panel, field, row.hotspot, row.get(LookOf(panel)), look)) {
        WishLook(panel, [&](BatchLook& changed) { row.set(changed, *number); });
    }
    return field.max.y + panel.Px(m.gap);
}

float DrawSharing(const Panel& panel, Area area, float y) {
    const Area place = AreaAt(area.min.x, y, area.width(), panel.Px(panel.theme.metrics.number_height));
    const bool is_on = LookOf(panel).shares_prompts;
    if (Toggle("batch.shares", panel.theme, place, "equal prompts are computed once", is_on)) {
        WishLook(panel, [](BatchLook& look) { look.shares_prompts = !look.shares_prompts; });
    }
    panel.Spot("batch.shares", place);
    Tip(panel.theme, place,
        "The first response computes the prompt's K and V. The others begin with those rows, which "
        "the cache holds once, and draw their first token from the same logits.");
    return place.max.y + panel.Px(panel.theme.metrics.gap);
}

// --- Prompts -------------------------------------------------------------------------------------

// Two lines: the prompt and the cross; below it two numbers, their names before them, and the status.
struct RowPlaces {
    Area prompt, cross, tokens, joins;
    float status = 0;  // where it begins
};

constexpr const char *kTokensName = "tokens", *kJoinsName = "joins";

RowPlaces PlacesOf(const Panel& panel, Area area, float y) {
    const float gap = panel.Px(kFieldGap), height = panel.Px(kField), cross = panel.Px(kCross);
    const auto behind = [&](float x, const char* name) {
        return x + TextWidth(panel.theme, FontRole::Label, name) + gap;
    };
    RowPlaces places;
    places.cross = AreaAt(area.max.x - cross, y, cross, height);
    places.prompt = {{area.min.x + panel.Px(kNumber), y}, {places.cross.min.x - gap, y + height}};
    const float below = places.prompt.max.y + gap, small = panel.Px(kSmallField);
    places.tokens = AreaAt(behind(places.prompt.min.x, kTokensName), below, small, panel.Px(kSmallHeight));
    places.joins = AreaAt(behind(places.tokens.max.x + gap * 1.5f, kJoinsName), below, small,
                          panel.Px(kSmallHeight));
    places.status = places.joins.max.x + gap * 2;
    return places;
}

// A number of a row, with its name before it. Returns what it was changed to.
std::optional<double> DrawRowNumber(const Panel& panel, Area field, const std::string& hotspot,
                                    const char* name, int number, const char* tip) {
    const ImVec2 before{field.min.x - panel.Px(kFieldGap), field.center().y};
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, before,
             panel.theme.colors().muted, name, Anchor::Right);
    Tip(panel.theme, {{before.x - panel.Px(kSmallField), field.min.y}, {before.x, field.max.y}}, tip);
    return DrawNumberIn(panel, field, hotspot, number, {.centered = true, .whole = true, .step = 0.05});
}

void DrawRow(const Panel& panel, const ShownBatch* shown, int index, Area area, float y) {
    const Palette& c = panel.theme.colors();
    const BatchRow& row = LookOf(panel).rows[static_cast<size_t>(index)];
    const RowPlaces places = PlacesOf(panel, area, y);
    const std::string n = "." + std::to_string(index);
    const auto change = [&](auto set) {
        WishLook(panel, [&](BatchLook& look) { set(look.rows[static_cast<size_t>(index)]); });
    };
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::MonoStrong,
             {area.min.x, places.prompt.center().y}, c.ink, std::to_string(index + 1));
    const bool is_refused = shown != nullptr && index < shown->run.request_count() &&
                            !shown->run.problem(index).empty();
    const FieldEdit<std::string> edit = TextField(("##batch.prompt" + n).c_str(), panel.theme,
                                                  places.prompt, row.prompt, {.wrong = is_refused});
    if (edit.changed) change([&](BatchRow& r) { r.prompt = *edit.changed; });
    panel.Spot("batch.prompt" + n, places.prompt);
    if (const auto number = DrawRowNumber(panel, places.tokens, "batch.tokens" + n, kTokensName, row.tokens,
                                          "How many tokens are selected, unless it ends before")) {
        change([&](BatchRow& r) { r.tokens = Whole(*number, kMostSelected); });
    }
    if (const auto number = DrawRowNumber(panel, places.joins, "batch.join" + n, kJoinsName, row.joins,
                                          "The step from which on it waits for a slot")) {
        change([&](BatchRow& r) { r.joins = Whole(*number, kLatestJoin); });
    }
    const bool can_go = LookOf(panel).rows.size() > 1;
    if (IconButton(("batch.remove" + n).c_str(), panel.theme, places.cross, Icon::Close,
                   {.enabled = can_go})) {
        WishLook(panel, [index](BatchLook& l) { l.rows.erase(l.rows.begin() + index); });
    }
    panel.Spot("batch.remove" + n, places.cross);
    Tip(panel.theme, places.cross, "Take this row away");
    DrawStatus(panel, shown, index, {places.status, places.tokens.center().y},
               area.max.x - places.status);
}

float DrawPrompts(const Panel& panel, const ShownBatch* shown, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    y = DrawNumberRow(panel, kSlots, area, y);
    y = DrawSharing(panel, area, y) + panel.Px(m.label_gap);
    const int count = static_cast<int>(LookOf(panel).rows.size());
    for (int i = 0; i < count; ++i, y += panel.Px(kRowPitch)) DrawRow(panel, shown, i, area, y);

    const Area add = AreaAt(area.min.x, y, area.width(), panel.Px(m.field_height));
    if (TextButton("batch.add", panel.theme, add, Icon::Plus, "Add a prompt",
                   {.enabled = count < kMostRequests})) {
        // Like the last one, to be changed.
        WishLook(panel, [](BatchLook& look) { look.rows.push_back(look.rows.back()); });
    }
    panel.Spot("batch.add", add);
    return add.max.y;
}

// --- Samples of one prompt -----------------------------------------------------------------------

float DrawSamples(const Panel& panel, const ShownBatch* shown, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Area field = AreaAt(area.min.x, y, area.width(), panel.Px(kField));
    const std::string problem = shown == nullptr ? "" : shown->run.problem(0);
    const FieldEdit<std::string> edit =
        TextField("##batch.sample_prompt", panel.theme, field, LookOf(panel).sample.prompt,
                  {.wrong = !problem.empty()});
    if (edit.changed) {
        WishLook(panel, [&](BatchLook& look) { look.sample.prompt = *edit.changed; });
    }
    panel.Spot("batch.sample_prompt", field);
    y = field.max.y + panel.Px(m.label_gap);
    if (!problem.empty()) {
        y = DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
                          {area.min.x, y + panel.Px(4)}, c.waiting.text, problem, area.width());
        panel.Spot("batch.status.0", {field.min, {area.max.x, y}});
    }
    for (const NumberRow& row : kSampleNumbers) y = DrawNumberRow(panel, row, area, y);
    y = DrawSharing(panel, area, y) + panel.Px(m.label_gap);
    if (shown == nullptr || !problem.empty()) return y;
    for (int i = 0; i < shown->run.request_count(); ++i, y += panel.Px(kSampleRow)) {
        const std::string seed =
            "seed " + std::to_string(shown->run.batch().requests[static_cast<size_t>(i)].rule.seed);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        DrawText(list, panel.theme, FontRole::MonoStrong, {area.min.x, y}, c.ink, std::to_string(i + 1));
        const float x = DrawText(list, panel.theme, FontRole::Label,
                                 {area.min.x + panel.Px(kNumber), y}, c.muted, seed) +
                        panel.Px(m.gap) * 1.5f;
        DrawStatus(panel, shown, i, {x, y}, area.max.x - x);
    }
    return y;
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
                                                    : DrawSamples(panel, shown, area, y);
}

}  // namespace decodescope
