#include "app/views/batch/batch_fields.h"

#include <vector>

#include "app/widgets/text.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr float kStatusHeight = 26;  // at scale 1

// How far a response is, the longest way of saying it first.
std::vector<std::string> StatusesOf(const BatchViewData& data, int request) {
    const RequestStatus& status = data.status(request);
    const Request& asked = data.run->batch().requests[static_cast<size_t>(request)];
    switch (status.state) {
        case RequestState::Refused: return {data.run->problem(request)};
        case RequestState::NotArrived:
            return {"arrives at step " + std::to_string(asked.arrival_step), "later"};
        case RequestState::Queued: return {"waiting for a slot", "waiting"};
        case RequestState::Running: {
            const std::string words = "slot " + std::to_string(status.slot) + ", " +
                                      FormatCount(status.selected()) + " of " +
                                      FormatCount(asked.tokens);
            return {words + (asked.tokens == 1 ? " token" : " tokens"), words};
        }
        case RequestState::Ended: {
            const std::string why(FinishReasonName(status.ended));
            return {"ended: " + why + ", " + CountText(status.selected(), "token"), "ended: " + why,
                    why};
        }
    }
    return {};
}

// The longest that fits; where none does, the shortest is cut.
std::string FittingStatus(const Panel& panel, const std::vector<std::string>& statuses,
                          float width) {
    for (const std::string& status : statuses) {
        if (TextWidth(panel.theme, FontRole::Label, status) <= width) return status;
    }
    return Shortened(panel.theme, FontRole::Label, statuses.back(), width);
}

}  // namespace

void DrawStatus(const Panel& panel, const BatchViewData* data, int request, ImVec2 at,
                float width) {
    if (data == nullptr || request >= data->run->request_count()) return;
    const Palette& c = panel.theme.colors();
    const bool is_refused = data->status(request).state == RequestState::Refused;
    const std::vector<std::string> statuses = StatusesOf(*data, request);
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, at,
             is_refused ? c.waiting.text : c.muted, FittingStatus(panel, statuses, width));
    const float half = panel.Px(kStatusHeight) / 2;
    const Area line{{at.x, at.y - half}, {at.x + width, at.y + half}};
    panel.Spot("batch.status." + std::to_string(request), line);
    Tip(panel.theme, line, statuses.front());
}

std::optional<double> DrawNumberIn(const Panel& panel, Area field, const std::string& hotspot,
                                   double number, const NumberStyle& style) {
    const NumberEdit edit = NumberField(("##" + hotspot).c_str(), panel.theme, field, number,
                                        panel.state.preferences.numbers, style);
    panel.Spot(hotspot, field);
    return edit.changed;
}

std::string RequestName(const Panel& panel, int request) {
    const bool is_sample = StateOf(panel).kind == BatchKind::Samples;
    return (is_sample ? "sample " : "request ") + std::to_string(request);
}

float DrawNumberRow(const Panel& panel, const NumberRow& row, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const float height = panel.Px(m.number_height);
    const Area field{{area.max.x - panel.Px(m.table_head) * 2, y}, {area.max.x, y + height}};
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
             {area.min.x, field.center().y}, panel.theme.colors().ink, row.label);
    const NumberStyle style{
        .centered = true, .as_typed = true, .whole = row.whole, .step = row.step};
    if (const auto number =
            DrawNumberIn(panel, field, row.hotspot, row.get(StateOf(panel)), style)) {
        EmitChange(panel, [&](BatchViewState& changed) { row.set(changed, *number); });
    }
    return field.max.y + panel.Px(m.gap);
}

float DrawSharing(const Panel& panel, Area area, float y) {
    const Area place =
        AreaAt(area.min.x, y, area.width(), panel.Px(panel.theme.metrics.number_height));
    const bool is_on = StateOf(panel).shares_prompts;
    if (Toggle("batch.shares", panel.theme, place, "compute identical prompts once", is_on)) {
        EmitChange(panel,
                   [](BatchViewState& state) { state.shares_prompts = !state.shares_prompts; });
    }
    panel.Spot("batch.shares", place);
    Tip(panel.theme, place,
        "The first response computes the prompt's K and V. The others start from those rows, which "
        "are stored once, and select their first token from the same logits.");
    return place.max.y + panel.Px(panel.theme.metrics.gap);
}

}  // namespace decodescope
