#include "app/views/batch/batch_fields.h"

#include <vector>

#include "app/panel/number_edit.h"
#include "app/widgets/controls.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr float kStatusHeight = 26;  // at scale 1

// "arrived at step 1, started at step 5".
std::string When(const Request& asked, const RequestStatus& status) {
    return "arrived at step " + std::to_string(asked.arrival_step) + ", started at step " +
           std::to_string(status.first_step);
}

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
            const std::string share =
                FormatCount(status.selected()) + " of " + FormatCount(asked.tokens);
            const std::string words = "slot " + std::to_string(status.slot) + ", " + share;
            const std::string tokens = words + (asked.tokens == 1 ? " token" : " tokens");
            return {tokens + ", " + When(asked, status), tokens, words, share};
        }
        case RequestState::Ended: {
            const std::string why = EndWords(status.ended);
            const std::string words = "ended: " + why;
            const std::string tokens = words + ", " + CountText(status.selected(), "token");
            return {tokens + ", " + When(asked, status), tokens, words, why};
        }
    }
    return {};
}

// The longest one that fits; if none does, the shortest, cut.
std::string FittingStatus(const Panel& panel, const std::vector<std::string>& statuses,
                          float width) {
    const Pen pen = panel.pen();
    for (const std::string& status : statuses) {
        if (pen.Width(status) <= width) return status;
    }
    return pen.Shortened(statuses.back(), width);
}

}  // namespace

void DrawStatus(const Panel& panel, const BatchViewData* data, int request, ImVec2 at,
                float width) {
    const Pen pen = panel.pen();
    if (data == nullptr || request >= data->run->request_count()) return;
    const Palette& c = panel.theme.colors();
    const bool is_refused = data->status(request).state == RequestState::Refused;
    const std::vector<std::string> statuses = StatusesOf(*data, request);
    pen.In(is_refused ? c.waiting.text : c.muted).Write(at, FittingStatus(panel, statuses, width));
    const float half = panel.Px(kStatusHeight) / 2;
    const Area line{{at.x, at.y - half}, {at.x + width, at.y + half}};
    panel.Spot("batch.status." + std::to_string(request), line);
    Tip(panel.theme, line, statuses.front());
}

std::string RequestName(const Panel& panel, int request) {
    const bool is_sample = StateOf(panel).kind == BatchKind::Samples;
    return (is_sample ? "sample " : "request ") + std::to_string(request);
}

void DrawNumber(const Panel& panel, Form& form, const NumberRow& row) {
    const NumberEdit edit = form.Number(row.hotspot, row.label, row.get(StateOf(panel)),
                                        {.centered = true,
                                         .as_typed = true,
                                         .whole = true,
                                         .step = 0.05,
                                         .limits = NumberLimits{1, row.most}});
    if (edit.changed) EmitChange(panel, [&](BatchViewState& v) { row.set(v, *edit.changed); });
    EmitEditEnd(panel, row.hotspot, edit);
}

void DrawSharing(const Panel& panel, Form& form) {
    if (form.Switch("batch.shares", "Compute identical prompts once",
                    StateOf(panel).shares_prompts)) {
        EmitChange(panel, [](BatchViewState& v) { v.shares_prompts = !v.shares_prompts; });
    }
    form.FieldTip(
        "The first response computes the prompt's K and V. The others start from those rows, which "
        "are stored once, and select their first token from the same logits.");
}

}  // namespace decodescope
