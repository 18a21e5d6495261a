#include "app/views/disaggregation/disaggregation_view.h"

#include <algorithm>

#include "app/apply/disaggregation_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/panel/view_state_change.h"
#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/views/disaggregation/disaggregation_log.h"
#include "app/views/disaggregation/disaggregation_pair.h"
#include "app/views/disaggregation/disaggregation_tables.h"
#include "app/views/disaggregation/disaggregation_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// Below the view's upper edge, at scale 1.
constexpr float kTitleLine = 30, kControls = 54, kWordsLine = 120, kWorkersTop = 150;
constexpr float kWorkersLeast = 318, kWorkersMost = 560;
constexpr float kProtocolWidth = 148, kCountRoom = 12;

// "3 of 8"
std::string CountOf(int step, int count) {
    return std::to_string(step + 1) + " of " + std::to_string(count);
}

void DrawTitle(const Panel& panel, Area area) {
    const Pen pen = panel.pen();
    const float y = area.min.y + panel.Px(kTitleLine);
    const float x =
        pen.In(FontRole::PassTitle).Write({area.min.x, y}, "Disaggregated") + panel.Px(12);
    pen.In(FontRole::Sentence)
        .Muted()
        .WriteShortened({x, y},
                        "One worker runs the prefill and sends its cache; another decodes from it.",
                        area.max.x - x);
}

// Back, forward, and which step this is. The buttons are the transport's, close to what they move.
void DrawStepper(const Panel& panel, Area row, const DisaggregationViewData& data) {
    const Pen pen = panel.pen();
    const float size = row.height();
    const float gap = panel.Px(panel.theme.metrics.button_gap);
    const Area back = AreaAt(row.min.x, row.min.y, size, size);
    const Area forward = AreaAt(back.max.x + gap, row.min.y, size, size);
    const bool can_go_back = data.step > 0, can_go_forward = data.step + 1 < data.step_count;
    if (IconButton("disaggregated.previous", panel.theme, back, Icon::PreviousStage,
                   {.enabled = can_go_back})) {
        panel.Emit(GoToPreviousStage{});
    }
    if (IconButton("disaggregated.next", panel.theme, forward, Icon::NextStage,
                   {.enabled = can_go_forward})) {
        panel.Emit(GoToNextStage{});
    }
    Tip(panel.theme, back, "Previous step");
    Tip(panel.theme, forward, "Next step");
    SpotInView(panel, "previous", back);
    SpotInView(panel, "next", forward);
    const std::string count = "step " + CountOf(data.step, data.step_count);
    pen.Muted().Write({forward.max.x + panel.Px(kCountRoom), row.center().y}, count);
}

struct ProtocolRow {
    TransferProtocol protocol;
    const char* hotspot;
    const char* name;
    const char* tip;
};

constexpr ProtocolRow kProtocols[] = {
    {TransferProtocol::FirstToken, "protocol.first-token", "First token",
     "The prefill worker selects the first token and sends all N positions; the token is sent as "
     "an ID."},
    {TransferProtocol::LastPosition, "protocol.last-position", "N − 1 positions",
     "The prefill worker sends N − 1 positions; the decode worker processes the last one again and "
     "selects the first token itself."},
};

void DrawProtocols(const Panel& panel, Area row) {
    const Pen pen = panel.pen();
    const float width = panel.Px(kProtocolWidth), gap = panel.Px(panel.theme.metrics.gap);
    float x = row.max.x - 2 * width - gap;
    pen.Muted().WriteRight({x - panel.Px(kCountRoom), row.center().y}, "protocol");
    for (const ProtocolRow& protocol : kProtocols) {
        const Area button = AreaAt(x, row.min.y, width, row.height());
        const bool is_chosen = panel.state.ui.disaggregation.protocol == protocol.protocol;
        if (TextButton(protocol.hotspot, panel.theme, button, std::nullopt, protocol.name,
                       {.solid = is_chosen})) {
            ChangeViewState<DisaggregationViewState>(
                panel, [&](DisaggregationViewState& view) { view.protocol = protocol.protocol; });
        }
        Tip(panel.theme, button, protocol.tip);
        SpotInView(panel, protocol.hotspot, button);
        x += width + gap;
    }
}

// What happens in the step.
void DrawWords(const Panel& panel, Area area, const DisaggregationViewData& data) {
    const Pen pen = panel.pen();
    const float y = area.min.y + panel.Px(kWordsLine);
    const float x = pen.In(FontRole::PanelTitle).Write({area.min.x, y}, data.title + ".") +
                    panel.Px(panel.theme.metrics.gap);
    const float room = area.max.x - x;
    const int lines = pen.In(FontRole::Sentence).Lines(data.sentence, room);
    const float up = lines > 1 ? panel.Px(panel.theme.metrics.line_height) / 4 : 0;
    pen.In(FontRole::Sentence).WriteParagraph({x, y - up}, data.sentence, room, 2);
    SpotInView(panel, "words", {{area.min.x, y - panel.Px(12)}, {area.max.x, y + panel.Px(12)}});
}

ViewSteps StepsOf(const AppState& state, const ViewWorker*) {
    const Recording& recording = *state.recording;
    const DisaggregationViewState& view = state.ui.disaggregation;
    const DisaggregationViewData data =
        DisaggregationViewDataAt(recording, view.protocol, view.step);
    return {.now = data.step,
            .first = 0,
            .count = data.step_count,
            .is_complete = recording.finish_reason() != FinishReason::None,
            .title = "Step " + CountOf(data.step, data.step_count) + ": " + data.title};
}

}  // namespace

constinit const ViewRow kDisaggregatedView{
    .view = View::Disaggregated,
    .name = "disaggregated",
    .alias = "handover",
    .title = "Disaggregated",
    .tip = "Prefill on one worker, decode on another",
    .key = U'4',
    .draw = DrawDisaggregationView,
    .steps = StepsOf,
    .set_step = [](int step, bool keeps_playing) -> Command {
        return GoToDisaggregationStep{step, keeps_playing};
    },
    .log = DisaggregationJson,
    .make_worker = MakeWorker<DisaggregationWorker>,
};

void DrawDisaggregationView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("disaggregated", panel.theme, area, panel.theme.colors().canvas, true);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, top + area.height()}};
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const DisaggregationViewData data =
        DisaggregationViewDataAt(panel.recording(), view.protocol, view.step);

    DrawTitle(panel, inside);
    const Area controls =
        AreaAt(inside.min.x, top + panel.Px(kControls), inside.width(), panel.Px(m.button));
    DrawStepper(panel, controls, data);
    DrawProtocols(panel, controls);
    DrawWords(panel, inside, data);

    const float tables = panel.Px(kDisaggregationTables);
    const float room = area.height() - panel.Px(kWorkersTop) - tables - 2 * margin;
    const float height = std::clamp(room, panel.Px(kWorkersLeast), panel.Px(kWorkersMost));
    const Area workers = AreaAt(inside.min.x, top + panel.Px(kWorkersTop), inside.width(), height);
    DrawWorkerPair(panel, workers, data);

    const float y = workers.max.y + margin;
    const float middle = std::round(inside.min.x + (inside.width() - margin) * 0.46f);
    DrawLinks(panel, {{inside.min.x, y}, {middle, y + tables}});
    DrawTransferCheck(panel, {{middle + margin, y}, {inside.max.x, y + tables}});
    ImGui::SetCursorScreenPos({area.min.x, y + tables});
    ImGui::Dummy({1, 1});  // how far it scrolls
    EndPanel();
}

}  // namespace decodescope
